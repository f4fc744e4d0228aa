import { z } from 'zod'

const Vector = z.instanceof(Float32Array)
/** Longer vectors than any model has, and more texts than anybody sends at once. */
const MOST_NUMBERS = 16_384
const MOST_TEXTS = 256

/** The name of a model and what it made of a question. */
export const QuestionVector = z.strictObject({ model: z.string(), vector: Vector })
export type QuestionVector = z.infer<typeof QuestionVector>

/** Queries of main to each room with embedded texts. */
export const VECTOR_QUESTIONS = [
  /** Texts this model has not seen. Answered with `Unembedded`. */
  z.strictObject({
    t: z.literal('unembedded'),
    model: z.string(),
    limit: z.number().int().positive().max(MOST_TEXTS),
  }),
  /** Stores the embeddings of a batch. */
  z.strictObject({
    t: z.literal('embedded'),
    model: z.string(),
    /** Similarity of unrelated texts under this model. */
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

/** The next batch to embed and the progress. */
export const Unembedded = z.strictObject({
  texts: z.array(z.strictObject({ hash: z.string(), text: z.string() })),
  done: z.number(),
  total: z.number(),
  /** Similarity of unrelated texts under this model; null before the measurement. */
  unlike: z.number().nullable(),
  /** The texts themselves are still being read. */
  behind: z.boolean(),
  /** Why this machine cannot compare vectors; null when it can. */
  unable: z.string().nullable(),
})
export type Unembedded = z.infer<typeof Unembedded>
