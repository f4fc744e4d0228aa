import { z } from 'zod'
import { MemoryId } from '#shared/ids.ts'
import { FoundBy } from '#shared/memory/found-by.ts'
import { QuestionVector, VECTOR_QUESTIONS } from '../vectors/vector-question.ts'

const Scope = z.strictObject({ scope: z.enum(['project', 'user']), scope_id: z.string() })

/** Queries of main to the memory part of the index. */
export const MemoryQuestion = z.discriminatedUnion('t', [
  /** A typed query: every word must match, each as a prefix. Answered with ids, best first. */
  z.strictObject({
    t: z.literal('typed'),
    words: z.array(z.string()),
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    limit: z.number().int().positive(),
  }),
  /** A question in a project. Answered with `FoundMemory`, best first. */
  z.strictObject({
    t: z.literal('fitting'),
    question: z.string(),
    scopes: z.array(Scope),
    /** The project whose feedback applies; empty for none. */
    feedbackIn: z.string(),
    /** The embedding of the question; null matches words only. */
    near: QuestionVector.nullable(),
    limit: z.number().int().positive(),
    minScore: z.number(),
    now: z.number(),
  }),
  /** Semantic matches for typed words. Answered with `MeantMemory`, nearest first. */
  z.strictObject({
    t: z.literal('meant'),
    near: QuestionVector,
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    limit: z.number().int().positive(),
  }),
  /** Contradictions and duplicates. Answered with `FoundPairs`. */
  z.strictObject({
    t: z.literal('pairs'),
    /** Null: wherever it is kept. */
    about: MemoryId.nullable(),
    /** The embedding model; null compares words only. */
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

/** Contradictions first, then the newest. `total` counts all pairs. */
export const FoundPairs = z.strictObject({ pairs: z.array(FoundPair), total: z.number() })
export type FoundPairs = z.infer<typeof FoundPairs>

/** An item that means something like what was typed, and how much so from 0 to 1. */
export const MeantMemory = z.strictObject({ id: MemoryId, meaning: z.number() })
