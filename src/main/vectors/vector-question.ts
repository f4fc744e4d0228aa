import { z } from 'zod'

const Vector = z.instanceof(Float32Array)
/** Longer vectors than any model has, and more texts than anybody sends at once. */
const MOST_NUMBERS = 16_384
const MOST_TEXTS = 256

/** The name of a model and what it made of a question. */
export const QuestionVector = z.strictObject({ model: z.string(), vector: Vector })
export type QuestionVector = z.infer<typeof QuestionVector>

/** What main asks each room whose texts are embedded. */
export const VECTOR_QUESTIONS = [
  /** Texts this model has not seen. Answered with `Unembedded`. */
  z.strictObject({
    t: z.literal('unembedded'),
    model: z.string(),
    limit: z.number().int().positive().max(MOST_TEXTS),
  }),
  /** What the model made of them. */
  z.strictObject({
    t: z.literal('embedded'),
    model: z.string(),
    /** How alike this model finds texts that have nothing to do with each other. */
    unlike: z.number(),
    vectors: z
      .array(
        z.strictObject({
          hash: z.string(),
          vector: Vector.refine(({ length }) => length > 0 && length <= MOST_NUMBERS),
        }),
      )
      .max(MOST_TEXTS),
  }),
  /** Everything is embedded: lets go of vectors of other models and of texts that are gone. */
  z.strictObject({ t: z.literal('tidy'), model: z.string() }),
] as const

const AnyQuestion = z.discriminatedUnion('t', VECTOR_QUESTIONS)
export type VectorQuestion = z.infer<typeof AnyQuestion>

/** What is to be embedded next, and how far it has got. */
export const Unembedded = z.strictObject({
  texts: z.array(z.strictObject({ hash: z.string(), text: z.string() })),
  done: z.number(),
  total: z.number(),
  /** How alike this model finds texts that have nothing to do with each other; null where nobody measured. */
  unlike: z.number().nullable(),
  /** The texts themselves are still being read. */
  behind: z.boolean(),
  /** Why this machine cannot compare vectors; null when it can. */
  unable: z.string().nullable(),
})
export type Unembedded = z.infer<typeof Unembedded>
