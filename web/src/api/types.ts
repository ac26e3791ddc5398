/** Short names for what the server's schema and the games' views are made of. Generated: see `npm run types`. */

import type { components } from './schema'
import type { components as views } from './views'

type Server = components['schemas']

export type GameInfo = Server['GameInfo']
export type RuleText = Server['RuleText']
export type NewTable = Server['NewTable']
export type NewSeat = Server['NewSeat']
export type Options = Server['Options']
export type LiveMessage = Server['LiveMessage']
export type TableMade = Server['TableMade']
export type Summary = Server['Summary']
export type Sitting = Server['Sitting']
export type Choice = Server['Choice']
export type TableState = Server['TableState']
export type Frames = Server['Frames']
export type DecisionEvent = Server['DecisionEvent']
export type News = Server['News']
export type TableEvent = News['events'][number]
export type Hint = Server['Hint']
export type Position = Server['Position']
export type CourseTold = Server['CourseTold']
export type Problem = Server['Problem']
/** Why not: the fact, and the rule with its sentence. */
export type Reason = { why: string; rule: string; sentence: string }

export type PortaNigraView = views['schemas']['PortaNigraView']
export type PortaNigraBox = views['schemas']['PortaNigraBox']
export type CarpeDiemView = views['schemas']['CarpeDiemView']
export type CarpeDiemBox = views['schemas']['CarpeDiemBox']
export type ViaAppiaView = views['schemas']['ViaAppiaView']
export type ViaAppiaBox = views['schemas']['ViaAppiaBox']
