import { z } from 'zod'

/**
 * How many minutes what agents have found waits for those that were started together with them, and which go on in the
 * background then; 0 for as long as those take.
 */
export const BackgroundAfter = z.number().int().min(0).max(1_440)
