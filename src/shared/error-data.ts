import { z } from 'zod'
import { ERROR_CODES, type AppErrorData as Shape } from './errors.ts'
import { Sentence } from './sentence-data.ts'

export const ErrorCode = z.enum(ERROR_CODES)

/** An error as it is stored and sent. */
export const AppErrorData: z.ZodType<Shape> = z.lazy(() =>
  z.strictObject({
    code: ErrorCode,
    message: z.string(),
    recoverable: z.boolean(),
    retryAfterMs: z.exactOptional(z.number()),
    said: z.exactOptional(z.array(Sentence)),
    cause: z.exactOptional(AppErrorData),
  }),
)
