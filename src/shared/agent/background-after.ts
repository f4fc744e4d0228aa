import { z } from 'zod'

/**
 * Minutes that agent results wait for siblings started together; slower siblings then continue in the
 * background. 0 waits without limit.
 */
export const BackgroundAfter = z.number().int().min(0).max(1_440)
