import { expect, it } from 'vitest'
import { z } from 'zod'
import { briefSchema, modelSchema } from './model-schema.ts'

it('tells names, kinds and what must be given, and no limits', () => {
  const schema = z.strictObject({
    path: z.string().min(1).max(500),
    most: z.number().int().min(1).max(10).default(5),
    output: z.enum(['lines', 'names']).default('lines'),
    steps: z.exactOptional(z.array(z.union([z.string(), z.strictObject({ title: z.string() })])).max(3)),
  })
  expect(modelSchema(schema)).toEqual({
    type: 'object',
    required: ['path'],
    properties: {
      path: { type: 'string' },
      most: { type: 'integer' },
      output: { type: 'string', enum: ['lines', 'names'] },
      steps: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'string' },
            { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
          ],
        },
      },
    },
  })
})

it('leaves open what can be any JSON', () => {
  expect(modelSchema(z.strictObject({ args: z.exactOptional(z.json()) }))).toEqual({
    type: 'object',
    properties: { args: {} },
  })
})

it('leaves out what may be left out and is not named, where the window is small', () => {
  const schema = z.strictObject({ path: z.string(), limit: z.int().optional(), column: z.int().optional() })
  expect(briefSchema(schema, 'Reads a file.\n\n- `limit`: lines.')).toEqual({
    type: 'object',
    required: ['path'],
    properties: { path: { type: 'string' }, limit: { type: 'integer' } },
  })
  const choices = z.array(z.union([z.string(), z.strictObject({ label: z.string() })])).optional()
  expect(briefSchema(z.strictObject({ choices }), '`choices`')).toEqual({
    type: 'object',
    properties: { choices: { type: 'array', items: { type: 'string' } } },
  })
})
