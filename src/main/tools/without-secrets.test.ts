import { expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { BlobId } from '#shared/ids.ts'
import { createRedactor } from '../lib/redact.ts'
import { defineTool, type Tool, type ToolContext, type ToolDefinition } from './tool.ts'
import { SECRET_MARK, withoutSecrets } from './without-secrets.ts'

const KEY = 'sk-live-Zm9vYmFy+8812'
const NOW = new AbortController().signal
const schema = z.strictObject({ text: z.string() })

function hiding(definition: Partial<ToolDefinition<typeof schema>>): Tool {
  const redactor = createRedactor()
  redactor.add(KEY)
  redactor.add('test')
  const tool = defineTool({
    name: 'tool',
    title: 'Tool',
    description: '',
    schema,
    parallel: false,
    access: 'edit',
    plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
    run: async () => ({ text: '', isError: false }),
    ...definition,
  })
  return withoutSecrets(tool, { text: (text) => redactor.known(text, SECRET_MARK), open: redactor.open })
}
const opened = (tool: Tool, text = '') => {
  const call = tool.open({ text })
  if (!call.ok) throw new Error(call.problem)
  return call.call
}
function contextThatKeeps(kept: string[]): ToolContext {
  const keep = (text: string) => void kept.push(text)
  return {
    outputs: {
      keep: async (text: string) => {
        keep(text)
        return { blob: 'blb_00000001' as BlobId }
      },
    },
    progress: keep,
  } as unknown as ToolContext
}

it('shows no known secret in its answer, its details, its progress or what it keeps', async () => {
  const kept: string[] = []
  const tool = hiding({
    run: async (_args, context) => {
      context.progress(`KEY=${KEY}\n`)
      await context.outputs.keep(`whole ${KEY}`)
      return {
        text: `KEY=${KEY} ${encodeURIComponent(KEY)}`,
        isError: false,
        details: { kind: 'question', prompt: KEY, answer: `see ${KEY}` },
      }
    },
  })
  const result = await opened(tool).run(contextThatKeeps(kept), NOW, null)
  expect(result).toEqual({
    text: `KEY=${SECRET_MARK} ${SECRET_MARK}`,
    isError: false,
    details: { kind: 'question', prompt: SECRET_MARK, answer: `see ${SECRET_MARK}` },
  })
  expect(kept).toEqual([`KEY=${SECRET_MARK}\n`, `whole ${SECRET_MARK}`])
})

it('shows none in a preview or in what it says when it fails', async () => {
  const tool = hiding({
    plan: async () => ({ acts: [], preview: { kind: 'args', text: KEY } }),
    run: async () => {
      throw AppError.quoting('tool.failed', `Could not send ${KEY}.`)
    },
  })
  const call = opened(tool)
  const context = contextThatKeeps([])
  expect((await call.plan(context, NOW)).preview).toEqual({ kind: 'args', text: SECRET_MARK })
  await expect(call.run(context, NOW, null)).rejects.toMatchObject({
    code: 'tool.failed',
    message: `Could not send ${SECRET_MARK}.`,
  })
})

it('leaves everything else as it is: words that look like secrets, and short values', async () => {
  const text = 'authorization: Bearer abcdefgh12345678, password=hunter22, run the test'
  const tool = hiding({ run: async () => ({ text, isError: false }) })
  expect((await opened(tool).run(contextThatKeeps([]), NOW, null)).text).toBe(text)
})

it('does not let the mark be written over the value it stands for', () => {
  expect(hiding({}).open({ text: `KEY=${SECRET_MARK}` })).toMatchObject({ ok: false })
  expect(hiding({ access: 'read' }).open({ text: SECRET_MARK })).toMatchObject({ ok: true })
})

it.each([
  ['in two pieces', ['KEY=', KEY.slice(0, 9), `${KEY.slice(9)}\n`], `KEY=${SECRET_MARK}\n`],
  ['in single letters', [...`a${KEY}b`], `a${SECRET_MARK}b`],
  ['after its own beginning', [KEY.slice(0, 5), KEY, ' end'], `${KEY.slice(0, 5)}${SECRET_MARK} end`],
  ['that never ends', ['so: ', KEY.slice(0, 12)], `so: ${KEY.slice(0, 12)}`],
  ['in base64', [...Buffer.from(KEY).toString('base64')], SECRET_MARK],
])('shows no secret that is printed %s', async (_name, pieces, shown) => {
  const kept: string[] = []
  const tool = hiding({
    run: async (_args, context) => {
      for (const piece of pieces) context.progress(piece)
      return { text: '', isError: false }
    },
  })
  await opened(tool).run(contextThatKeeps(kept), NOW, null)
  expect(kept.join('')).toBe(shown)
})

it('shows at once what cannot be the beginning of a secret', async () => {
  const kept: string[] = []
  const tool = hiding({
    run: async (_args, context) => {
      context.progress('first\n')
      const seen = kept.join('')
      context.progress(`s${'x'.repeat(100_000)}`)
      return { text: `${seen}${kept.join('').length}`, isError: false }
    },
  })
  const { text } = await opened(tool).run(contextThatKeeps(kept), NOW, null)
  expect(text).toBe('first\n100007')
})

it('keeps no file that holds a known secret, and pictures as they are', async () => {
  const kept: string[] = []
  const blobs = {
    putBytes: async (bytes: Uint8Array, mime: string) => {
      kept.push(`${mime} ${bytes.length}`)
      return 'blb_00000001' as BlobId
    },
  }
  const tool = (mime: string) =>
    hiding({
      run: async (_args, context) => {
        await context.blobs.putBytes(Buffer.from(`KEY=${KEY}`), mime)
        return { text: '', isError: false }
      },
    })
  const context = { ...contextThatKeeps([]), blobs }
  const refused = opened(tool('text/plain')).run(context, NOW, null)
  await expect(refused).rejects.toThrow('The file holds a value from the vault')
  await expect(opened(tool('application/octet-stream')).run(context, NOW, null)).rejects.toThrow()
  await opened(tool('image/png')).run(context, NOW, null)
  expect(kept).toEqual([`image/png ${4 + KEY.length}`])
})
