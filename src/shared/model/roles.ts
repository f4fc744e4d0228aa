import { z } from 'zod'

/** Sizes of models that files, scripts and commands name in place of a model. */
export const MODEL_ROLES = ['small', 'medium', 'large'] as const
export const ModelRole = z.enum(MODEL_ROLES)
export type ModelRole = z.infer<typeof ModelRole>
