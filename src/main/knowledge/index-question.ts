import { z } from 'zod'
import { PageId } from '#shared/ids.ts'
import { FoundBy } from '#shared/memory/found-by.ts'
import { QuestionVector, VECTOR_QUESTIONS } from '../vectors/vector-question.ts'

const Scope = z.strictObject({ scope: z.enum(['project', 'user']), scope_id: z.string() })

/** What main asks the part of the index that knows pages. */
export const KnowledgeQuestion = z.discriminatedUnion('t', [
  /** What somebody types: every word counts, each as a beginning. Answered with `FoundPage`, best first. */
  z.strictObject({
    t: z.literal('typed'),
    text: z.string(),
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    archived: z.boolean(),
    limit: z.number().int().positive(),
  }),
  /** What fits a question asked in a project. Answered with `FoundPassage`, best first. */
  z.strictObject({
    t: z.literal('fitting'),
    question: z.string(),
    scopes: z.array(Scope),
    /** What an embeddings model made of the question; null: only words count. */
    near: QuestionVector.nullable(),
    limit: z.number().int().positive(),
    minScore: z.number(),
    now: z.number(),
  }),
  /** What means something like words a person typed. Answered with `MeantPage`, nearest first. */
  z.strictObject({
    t: z.literal('meant'),
    near: QuestionVector,
    /** Null: wherever it is kept. */
    scopes: z.array(Scope).nullable(),
    limit: z.number().int().positive(),
  }),
  /** How far it has got. Answered with `IndexStanding`. */
  z.strictObject({ t: z.literal('standing') }),
  ...VECTOR_QUESTIONS,
])
export type KnowledgeQuestion = z.infer<typeof KnowledgeQuestion>

/** A page with the words, and its part that has them; null where they stand in different parts. */
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

/** How many pages are indexed, and how many changes are not yet. */
export const IndexStanding = z.strictObject({ indexed: z.number(), behind: z.number() })
export type IndexStanding = z.infer<typeof IndexStanding>
