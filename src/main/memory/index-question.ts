import { z } from 'zod'
import { MemoryId } from '#shared/ids.ts'
import { FoundBy } from '#shared/memory/found-by.ts'
import { QuestionVector, VECTOR_QUESTIONS } from '../vectors/vector-question.ts'

const Scope = z.strictObject({ scope: z.enum(['project', 'user']), scope_id: z.string() })

/** What main asks the part of the index that knows what is remembered. */
export const MemoryQuestion = z.discriminatedUnion('t', [
  /** What somebody types: every word counts, each as a beginning. Answered with ids, best first. */
  z.strictObject({
    t: z.literal('typed'),
    words: z.array(z.string()),
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    limit: z.number().int().positive(),
  }),
  /** What fits a question asked in a project. Answered with `FoundMemory`, best first. */
  z.strictObject({
    t: z.literal('fitting'),
    question: z.string(),
    scopes: z.array(Scope),
    /** Where the person's word on what is useful counts; empty without a project. */
    feedbackIn: z.string(),
    /** What an embeddings model made of the question; null: only words count. */
    near: QuestionVector.nullable(),
    limit: z.number().int().positive(),
    minScore: z.number(),
    now: z.number(),
  }),
  /** What means something like words a person typed. Answered with `MeantMemory`, nearest first. */
  z.strictObject({
    t: z.literal('meant'),
    near: QuestionVector,
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    limit: z.number().int().positive(),
  }),
  /** What contradicts or repeats each other. Answered with `FoundPairs`. */
  z.strictObject({
    t: z.literal('pairs'),
    /** Null: wherever it is kept. */
    about: MemoryId.nullable(),
    /** What embedded them; null: only words are compared. */
    model: z.string().nullable(),
    limit: z.number().int().positive(),
  }),
  ...VECTOR_QUESTIONS,
])
export type MemoryQuestion = z.infer<typeof MemoryQuestion>

/** An item that fits a question, how well from 0 to 1, by which of its words, and which ways it was found. */
export const FoundMemory = z.strictObject({
  id: MemoryId,
  score: z.number(),
  words: z.array(z.string()),
  by: z.array(FoundBy),
  /** The person wants it always used there. */
  always: z.boolean(),
})
export type FoundMemory = z.infer<typeof FoundMemory>

/** Two items that contradict or repeat each other; the newer one first. */
const FoundPair = z.strictObject({
  one: MemoryId,
  other: MemoryId,
  why: z.enum(['contradicts', 'same', 'alike']),
})
export type FoundPair = z.infer<typeof FoundPair>

/** What contradicts comes first, then the newest. `total` counts all of them. */
export const FoundPairs = z.strictObject({ pairs: z.array(FoundPair), total: z.number() })
export type FoundPairs = z.infer<typeof FoundPairs>

/** An item that means something like what was typed, and how much so from 0 to 1. */
export const MeantMemory = z.strictObject({ id: MemoryId, meaning: z.number() })
