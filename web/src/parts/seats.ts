/** Seats are told apart by colour and by a Roman numeral, never by colour alone. */
export const NUMERALS = ['I', 'II', 'III', 'IV'] as const
