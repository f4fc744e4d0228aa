/** The letters of attempts, in their order. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const

/** The most attempts of one task. */
export const MOST_ATTEMPTS = LETTERS.length
