import { z } from 'zod'

/** The name of a variable of the environment. */
export const VariableName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
