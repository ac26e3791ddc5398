import { describe, expect, test } from 'vitest'
import { origin, type Seen } from '../src/parts/motion'
import { nearest } from '../src/parts/steering'

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 })

describe('arrow keys', () => {
  const boxes = [box(0, 0), box(50, 0), box(100, 40), box(0, 60)]
  test('go to what lies ahead', () => expect(nearest(boxes, 0, 'ArrowRight')).toBe(1))
  test('prefer what is straight ahead', () => expect(nearest(boxes, 0, 'ArrowDown')).toBe(3))
  test('stay where nothing is', () => expect(nearest(boxes, 0, 'ArrowLeft')).toBe(-1))
  test('know four keys', () => expect(nearest(boxes, 0, 'Enter')).toBe(-1))
})

describe('a piece', () => {
  const rect = (name: string) => ({ name }) as unknown as DOMRect
  const before: Seen = {
    places: new Map([['shop', rect('shop')]]),
    pieces: new Map([['builder', { place: 'basilica', rect: rect('builder') }]]),
  }
  test('flies when it lies elsewhere than before', () => expect(origin(before, 'builder', 'wall', undefined)).toBe(before.pieces.get('builder')!.rect))
  test('stays when its place is the same, even if the page has moved', () => expect(origin(before, 'builder', 'basilica', 'shop')).toBeUndefined())
  test('that is new comes from where it says', () => expect(origin(before, 'brick', 'seat', 'shop')).toBe(before.places.get('shop')))
  test('that is new and says nothing just appears', () => expect(origin(before, 'brick', 'seat', undefined)).toBeUndefined())
})
