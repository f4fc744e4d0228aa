import { z } from 'zod'

/** `vault:<name>` names a secret of the vault, `env:<NAME>` a variable of the environment. */
export const ApiKeyRef = z.string().regex(/^(vault:[A-Za-z0-9][A-Za-z0-9._-]*|env:[A-Za-z_][A-Za-z0-9_]*)$/)
export type ApiKeyRef = z.infer<typeof ApiKeyRef>
