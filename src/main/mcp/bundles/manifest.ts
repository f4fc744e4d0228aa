import { z } from 'zod'

const Text = z.string().max(20_000)
const Scalar = z.union([Text, z.number(), z.boolean()])

const Launch = z.looseObject({
  command: z.exactOptional(Text.min(1)),
  args: z.exactOptional(z.array(Text).max(200)),
  env: z.exactOptional(z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), Text)),
})

const UserValue = z.looseObject({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: Text.catch(''),
  description: Text.catch(''),
  required: z.boolean().catch(false),
  sensitive: z.boolean().catch(false),
  multiple: z.boolean().catch(false),
  default: z.exactOptional(z.union([Scalar, z.array(Scalar)])),
})

/** The parts of the manifest of a bundle that are read. */
export const Manifest = z.looseObject({
  name: z.string().min(1).max(200),
  display_name: z.exactOptional(z.string().max(200)),
  version: z.string().max(100),
  description: Text.catch(''),
  author: z.looseObject({ name: z.string().max(200).catch('') }).catch({ name: '' }),
  server: z.looseObject({
    type: z.enum(['node', 'python', 'binary', 'uv']),
    mcp_config: Launch.extend({
      command: Text.min(1),
      platform_overrides: z.exactOptional(z.record(z.string(), Launch)),
    }),
  }),
  tools: z
    .array(z.looseObject({ name: z.string().max(200) }))
    .max(1_000)
    .catch([]),
  user_config: z
    .record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,80}$/), UserValue)
    .refine((values) => Object.keys(values).length <= 50)
    .catch({}),
})
export type Manifest = z.infer<typeof Manifest>
