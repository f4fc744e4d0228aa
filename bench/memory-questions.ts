import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Something to remember, from a document. */
const Item = z.looseObject({ t: z.literal('item'), id: z.string(), key: z.string(), content: z.string() })
/** A question with the item that answers it. Made by rule, see data/README.md. */
const Question = z.looseObject({
  t: z.literal('question'),
  question: z.string(),
  answer: z.string(),
  lang: z.enum(['en', 'zh']),
  rule: z.enum(['sentence', 'summary']),
  /** Whether it has a word in common with the key of its answer. */
  sharesKeyWord: z.boolean(),
})
export type AskedItem = z.infer<typeof Item>
export type AskedQuestion = z.infer<typeof Question>

/** The frozen set of things to remember and questions with known answers. */
export function readMemoryQuestions(root: string): { items: AskedItem[]; questions: AskedQuestion[] } {
  const lines = readFileSync(join(root, 'bench/data/memory-questions.jsonl'), 'utf8').trim().split('\n')
  const all = lines.map((line) => z.discriminatedUnion('t', [Item, Question]).parse(JSON.parse(line)))
  return {
    items: all.filter((each) => each.t === 'item'),
    questions: all.filter((each) => each.t === 'question'),
  }
}
