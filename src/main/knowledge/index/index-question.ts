import { z } from 'zod'
import { PageId } from '#shared/ids.ts'
import { FoundBy } from '#shared/memory/found-by.ts'
import { QuestionVector, VECTOR_QUESTIONS } from '../../vectors/vector-question.ts'

const Scope = z.strictObject({ scope: z.enum(['project', 'user']), scope_id: z.string() })

/** Queries of main to the page part of the index. */
export const KnowledgeQuestion = z.discriminatedUnion('t', [
  /** A typed query: every word must match, each as a prefix. Answered with `FoundPage`, best first. */
  z.strictObject({
    t: z.literal('typed'),
    text: z.string(),
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    archived: z.boolean(),
    limit: z.number().int().positive(),
  }),
  /** A question in a project. Answered with `FoundPassage`, best first. */
  z.strictObject({
    t: z.literal('fitting'),
    question: z.string(),
    scopes: z.array(Scope),
    /** The embedding of the question; null matches words only. */
    near: QuestionVector.nullable(),
    limit: z.number().int().positive(),
    minScore: z.number(),
    now: z.number(),
  }),
  /** Semantic matches for typed words. Answered with `MeantPage`, nearest first. */
  z.strictObject({
    t: z.literal('meant'),
    near: QuestionVector,
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    limit: z.number().int().positive(),
  }),
  /** The progress of the index. Answered with `IndexStanding`. */
  z.strictObject({ t: z.literal('standing') }),
  ...VECTOR_QUESTIONS,
])
export type KnowledgeQuestion = z.infer<typeof KnowledgeQuestion>

/** A matching page, with the part that contains all words; null when they are in different parts. */
export const FoundPage = z.strictObject({
  id: PageId,
  part: z.strictObject({ heading: z.string(), text: z.string() }).nullable(),
})
export type FoundPage = z.infer<typeof FoundPage>

/** A page with a part that means something like what was typed, and how much so from 0 to 1. */
export const MeantPage = z.strictObject({ ...FoundPage.shape, meaning: z.number() })
export type MeantPage = z.infer<typeof MeantPage>

/** A part of a page that fits a question, how well from 0 to 1, by which of its words, and which ways. */
export const FoundPassage = z.strictObject({
  pageId: PageId,
  version: z.number(),
  start: z.number(),
  end: z.number(),
  heading: z.string(),
  score: z.number(),
  words: z.array(z.string()),
  by: z.array(FoundBy),
})
export type FoundPassage = z.infer<typeof FoundPassage>

/** Number of indexed pages and of unindexed changes. */
export const IndexStanding = z.strictObject({ indexed: z.number(), behind: z.number() })
export type IndexStanding = z.infer<typeof IndexStanding>
