import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { BlobId } from '#shared/ids.ts'
import { SessionId } from '#shared/ids.ts'
import type { Permission } from '#shared/permission/rule.ts'
import { createViewHooks } from '../../src/main/extensions/hooks/view-hooks.ts'
import type { HookIn, HookOut } from '../../src/main/hooks/hook.ts'
import { NO_HOOKS, type RunHooks } from '../../src/main/hooks/hooks.ts'
import { callTool, never, openMcpRig, program } from '../support/mcp/mcp-rig.ts'

const SESSION = SessionId.parse('ses_00000000000000000000000001')
const PLACE = { projectId: null, key: 'user:harbour' }

async function open(permission: Permission = 'ask', run: RunHooks = NO_HOOKS) {
  const hooks = createViewHooks({ hooksAt: async () => run, agentOf: () => 'build' })
  const rig = openMcpRig({ harbour: program('app-server') })
  const { servers } = rig
  const digest = async () => (await servers.list(null)).servers[0]?.digest ?? ''
  const toolNamed = async (name: string) =>
    (await rig.tools()).find(({ name: full }) => full === `mcp__harbour__${name}`)
  const asked: string[] = []
  return {
    ...rig,
    asked,
    toolNamed,
    answer: (ask: number, allow: boolean) =>
      servers.answerForApp({ ask, allow }, { hooks, folderOf: () => null }, never()),
    allow: async () => servers.allowApps(PLACE, await digest()),
    show: async (name: string) => callTool(await toolNamed(name), { port: 'Brest' }),
    forApp: (tool: string, args: Record<string, unknown> = {}, key = PLACE.key) =>
      servers.callForApp(
        { projectId: null, key, sessionId: SESSION, tool, args },
        {
          judge: async (_, name) => {
            asked.push(name)
            return permission
          },
          hooks,
          folderOf: () => null,
        },
        never(),
      ),
  }
}

const appOf = ({ details }: Awaited<ReturnType<typeof callTool>>) =>
  details?.kind === 'mcp' ? details.app : undefined

it('stores no view before the person allows it, and page and result afterwards', async () => {
  const { show, allow, toolNamed } = await open()
  expect(appOf(await show('berths'))).toBeUndefined()
  await allow()
  const shown = await show('berths')
  expect(appOf(shown)).toMatchObject({ key: 'user:harbour', uri: 'ui://harbour/berths' })
  expect(shown.text).toContain('berths of Brest')
  expect(shown.kept).toEqual(['text/html;profile=mcp-app', 'application/json;profile=mcp-app-result'])
  expect(await toolNamed('reserve')).toBeUndefined()
})

it('keeps the text where the page is missing or of another kind', async () => {
  const { show, allow } = await open()
  await allow()
  for (const name of ['gone', 'plain']) {
    const shown = await show(name)
    expect([appOf(shown), shown.text, shown.isError]).toEqual([
      undefined,
      expect.stringContaining(`${name} of Brest`),
      false,
    ])
  }
})

it('judges each call of a view, and carries out what was shown', async () => {
  const { forApp, allow, answer, show, asked } = await open()
  await show('berths')
  await allow()
  const call = await forApp('reserve', { berth: 2 })
  expect(call).toEqual({ state: 'asks', ask: 1, tool: 'mcp__harbour__reserve', args: '{\n  "berth": 2\n}' })
  const done = await answer(1, true)
  expect(done).toMatchObject({ state: 'done', result: expect.stringContaining('reserved 2, number 1') })
  expect(await answer(1, true)).toMatchObject({ state: 'refused' })
  expect(asked).toEqual(['mcp__harbour__reserve'])
})

it.each([
  ['a tool for models only', 'sink', {}, PLACE.key],
  ['an unknown tool', 'nothing', {}, PLACE.key],
  ['a key of a prototype', '__proto__', {}, PLACE.key],
  ['another server', 'reserve', {}, 'user:other'],
  ['huge arguments', 'reserve', { text: 'x'.repeat(200_000) }, PLACE.key],
])('refuses %s without a question', async (_, tool, args, key) => {
  const { forApp, allow, show, asked } = await open('allow')
  await show('berths')
  await allow()
  expect(await forApp(tool, args, key)).toMatchObject({ state: 'refused' })
  expect(asked).toEqual([])
})

it('refuses what a rule denies, and everything once the permission is taken back', async () => {
  const denying = await open('deny')
  await denying.show('berths')
  await denying.allow()
  expect(await denying.forApp('reserve', { berth: 2 })).toEqual({
    state: 'refused',
    reason: 'A rule refuses this call.',
  })
  const { servers, answer, forApp, show, allow } = await open()
  await show('berths')
  await allow()
  const waiting = await forApp('reserve', { berth: 2 })
  await servers.allowApps(PLACE, null)
  expect(waiting.state).toBe('asks')
  expect(await answer(1, true)).toMatchObject({ state: 'refused' })
  expect(await forApp('reserve', { berth: 2 })).toMatchObject({ state: 'refused' })
})

/** Hooks that answer so before and after a call. */
function hooked(before: HookOut<'tool.before'>, after?: string) {
  const seen: unknown[] = []
  const run: RunHooks = {
    has: () => true,
    refuse: () => {},
    ask: async (point, input) => {
      seen.push([point, input])
      if (point === 'tool.before')
        return { input: 'args' in before ? { ...input, args: before.args } : input, out: before }
      if (after === undefined) return { input, out: {} }
      const { result } = input as HookIn<'tool.after'>
      return { input: { ...input, result: { ...result, parts: [{ t: 'text', text: after }] } }, out: {} }
    },
  }
  return { run, seen }
}

it('lets hooks see and refuse calls of a view, and decide no more freely than the rules', async () => {
  const denying = hooked({ decision: 'deny', reason: 'No berths on Sundays.' })
  const refused = await open('allow', denying.run)
  await refused.show('berths')
  await refused.allow()
  expect(await refused.forApp('reserve', { berth: 2 })).toEqual({
    state: 'refused',
    reason: 'No berths on Sundays.',
  })
  expect(denying.seen).toMatchObject([
    ['tool.before', { name: 'mcp__harbour__reserve', args: { berth: 2 }, agentId: 'build' }],
  ])
  const allowing = await open('ask', hooked({ decision: 'allow' }).run)
  await allowing.show('berths')
  await allowing.allow()
  expect(await allowing.forApp('reserve', { berth: 2 })).toMatchObject({ state: 'asks' })
  const asking = await open('allow', hooked({ decision: 'ask' }).run)
  await asking.show('berths')
  await asking.allow()
  expect(await asking.forApp('reserve', { berth: 2 })).toMatchObject({ state: 'asks' })
})

it('carries out the arguments of a hook as they were shown, and hands on the result of a hook', async () => {
  const { run, seen } = hooked({ args: { berth: 5 } }, 'a berth')
  const { show, allow, forApp, answer } = await open('ask', run)
  await show('berths')
  await allow()
  expect(await forApp('reserve', { berth: 2 })).toMatchObject({ args: '{\n  "berth": 5\n}' })
  const done = await answer(1, true)
  expect(done).toEqual({
    state: 'done',
    result: '{"content":[{"type":"text","text":"a berth"}],"isError":false}',
  })
  expect(JSON.stringify(seen[1])).toContain('reserved 5, number 1')
  const broken = await open('allow', hooked({ args: 'all' }).run)
  await broken.show('berths')
  await broken.allow()
  expect(await broken.forApp('reserve', { berth: 2 })).toMatchObject({ state: 'refused' })
})

it('opens only stored views of servers that may show them', async () => {
  const { servers, allow, show } = await open()
  await show('berths')
  const kinds: Record<string, string> = {
    page: 'text/html;profile=mcp-app',
    result: 'application/json;profile=mcp-app-result',
    other: 'text/html',
  }
  const host = {
    blobs: {
      mime: (id: BlobId) => kinds[id] ?? '',
      bytes: async (id: BlobId) => Buffer.from(id === 'result' ? '{"content":[]}' : '<p>'),
    },
    frameOf: (html: Uint8Array) => createHash('sha256').update(html).digest('hex').slice(0, 4),
  }
  const page = (html: string, result: string) =>
    servers.openApp(PLACE, { html: html as BlobId, result: result as BlobId }, host)
  expect(await page('page', 'result')).toBeNull()
  await allow()
  expect(await page('page', 'result')).toEqual({ url: expect.any(String), result: '{"content":[]}' })
  expect(await page('other', 'result')).toBeNull()
  expect(await page('result', 'page')).toBeNull()
})

it('allows the configuration that was seen', async () => {
  const { servers } = await open()
  await expect(servers.allowApps(PLACE, '0'.repeat(64))).rejects.toThrow()
})
