import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type CallCase, READ } from './call-case.ts'

const Args = z.record(z.string(), z.unknown())
const Pair = z.strictObject({
  name: z.string(),
  sent: z.strictObject({
    calls: z.array(z.strictObject({ name: z.string(), args: z.string() })).optional(),
    text: z.string().optional(),
    reasoning: z.string().optional(),
  }),
  meant: z.array(z.strictObject({ tool: z.string(), args: Args })),
})

/** Reads the pairs of what a model sent and what it meant: one JSON object a line, in one file for each form. */
export async function readReplays(root: string): Promise<CallCase[]> {
  const folder = join(root, 'bench', 'data', 'replays')
  const cases: CallCase[] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).sort()) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '')
    for (const line of lines) cases.push(caseOf(name, Pair.parse(JSON.parse(line))))
  }
  return cases
}

function caseOf(file: string, { name, sent, meant }: z.infer<typeof Pair>): CallCase {
  const before = meant.some(({ tool }) => tool === 'edit') ? [READ] : []
  const calls = sent.calls === undefined ? {} : { calls: sent.calls }
  const text = sent.text === undefined ? {} : { text: sent.text }
  const reasoning = sent.reasoning === undefined ? {} : { reasoning: sent.reasoning }
  const form = file.replace('.jsonl', '')
  return { name: `${form}: ${name}`, before, sent: { ...calls, ...text, ...reasoning }, meant, hint: /./ }
}
