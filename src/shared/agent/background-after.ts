import { z } from 'zod'

/** After how many minutes an agent is not waited for any longer, but goes on in the background; 0 for never. */
export const BackgroundAfter = z.number().int().min(0).max(1_440)
