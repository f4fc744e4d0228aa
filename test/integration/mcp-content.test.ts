import { describe, expect, it } from 'vitest'
import { McpServer } from '#shared/mcp/server-config.ts'
import type { ToolContext } from '../../src/main/tools/tool.ts'
import { callTool, never, openMcpRig, program } from '../support/mcp/mcp-rig.ts'

type Fill = ToolContext['fill']

const KEY = 'user:tide'
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

describe.each(['old-content-server', 'new-content-server'] as const)(
  'a server of the official package: %s',
  (file) => {
    async function opened() {
      const rig = openMcpRig({ tide: program(file) })
      await rig.tools()
      return rig
    }
    const read = ({ servers }: Awaited<ReturnType<typeof opened>>, uri: string) =>
      servers.readResource(null, { key: KEY, uri }, never())

    it('lists resources by server, address and name', async () => {
      const { servers } = await opened()
      const found = async (typed: string) =>
        (await servers.findResources(null, typed)).map(({ uri, name, isOpen }) => [uri, name, isOpen])
      expect(await found('ti')).toEqual([
        ['tide://level', 'Water level', false],
        ['tide://chart.bin', 'chart', false],
      ])
      expect(await found('tide:water')).toEqual([['tide://level', 'Water level', false]])
      expect(await found('other:')).toEqual([])
    })

    it('completes the variables of a template', async () => {
      const { servers } = await opened()
      const found = async (typed: string) =>
        (await servers.findResources(null, typed)).map(({ uri, isOpen }) => [uri, isOpen])
      expect(await found('tide:tide://har')).toEqual([['tide://harbour/', true]])
      expect(await found('tide:tide://harbour/a')).toEqual([
        ['tide://harbour/aberdeen/table.csv', false],
        ['tide://harbour/amsterdam/table.csv', false],
      ])
    })

    it('reads a resource as a file, and refuses one that cannot be attached', async () => {
      const rig = await opened()
      const [level] = await read(rig, 'tide://level')
      expect(level).toMatchObject({ name: 'tide:tide://level', mime: 'text/plain', from: 'resource' })
      expect(text(level?.bytes)).toBe('The level is 3 m.\n')
      const [table] = await read(rig, 'tide://harbour/bergen/table.csv')
      expect([table?.mime, text(table?.bytes)]).toEqual(['text/csv', 'harbour,level\nbergen,3\n'])
      await expect(read(rig, 'tide://chart.bin')).rejects.toThrow('returned nothing that can be attached')
      await expect(read(rig, 'tide://none')).rejects.toThrow('tide://none')
    })

    it('reports that a resource which was read has changed', async () => {
      const rig = await opened()
      await read(rig, 'tide://level')
      const tools = await rig.tools()
      await callTool(
        tools.find(({ name }) => name === 'mcp__tide__rise'),
        {},
      )
      await expect.poll(() => rig.updates).toEqual(['tide://level'])
      const [level] = await read(rig, 'tide://level')
      expect(text(level?.bytes)).toBe('The level is 4 m.\n')
    })

    it('lists prompts, completes their arguments and fills them', async () => {
      const { servers } = await opened()
      const [prompt, ...others] = await servers.prompts(null)
      if (prompt === undefined) throw new Error('There is no prompt.')
      expect(others).toEqual([])
      expect(prompt).toMatchObject({ key: KEY, server: 'tide', name: 'forecast' })
      expect(prompt.args.map(({ name, required }) => [name, required])).toEqual([
        ['harbour', true],
        ['days', false],
      ])
      const completing = { prompt: 'forecast', argument: 'harbour', value: 'b', chosen: {} }
      expect(await servers.completeArgument(null, KEY, completing)).toEqual(['bergen'])
      const filled = await servers.fillPrompt(null, prompt, { harbour: 'bergen' }, never())
      expect(filled.text).toBe('Forecast for bergen, 1 days.')
      expect(filled.files.map(({ name, bytes }) => [name, text(bytes)])).toEqual([
        ['tide:tide://level', 'The level is 3 m.\n'],
      ])
    })

    it('asks the person with a form during a call, and gets the values or the refusal', async () => {
      const rig = await opened()
      const book = (await rig.tools()).find(({ name }) => name === 'mcp__tide__book')
      const asked: unknown[] = []
      const content = { boat: 'Möwe', nights: 3, side: 'port', power: true, extras: ['i'] }
      const fill: Fill = async (question) => {
        asked.push(question)
        return { action: 'accept', content }
      }
      const { text } = await callTool(book, {}, { fill })
      expect(text).toBe(`booked: ${JSON.stringify({ action: 'accept', content })}`)
      expect(asked).toMatchObject([
        {
          message: 'Which berth?',
          form: {
            server: 'tide',
            fields: [
              { name: 'boat', kind: 'text', required: true },
              { name: 'nights', kind: 'integer', initial: '2', required: false },
              { name: 'side', kind: 'choice', options: [{ value: 'port' }, { value: 'starboard' }] },
              { name: 'power', kind: 'boolean' },
              { name: 'extras', kind: 'choices', options: [{ label: 'Water' }, { label: 'Ice' }] },
            ],
          },
        },
      ])
      const declined = await callTool(book, {}, { fill: async () => ({ action: 'decline' }) })
      expect(declined.text).toBe('booked: {"action":"decline"}')
    })

    it('sends the person to an address, which is shown whole', async () => {
      const rig = await opened()
      const pay = (await rig.tools()).find(({ name }) => name === 'mcp__tide__pay')
      const urls: unknown[] = []
      const fill: Fill = async ({ form }) => {
        urls.push(form.url)
        return { action: 'accept', content: {} }
      }
      expect((await callTool(pay, {}, { fill })).text).toContain('"action":"accept"')
      expect(urls).toEqual(['https://harbour.example/pay?for=tide'])
    })

    it('waits for the person longer than a call may be silent', async () => {
      const rig = openMcpRig({ tide: { ...program(file), timeout: 1 } })
      const book = (await rig.tools()).find(({ name }) => name === 'mcp__tide__book')
      const fill: Fill = () =>
        new Promise((resolve) => setTimeout(() => resolve({ action: 'decline' }), 1_500))
      expect((await callTool(book, {}, { fill })).text).toBe('booked: {"action":"decline"}')
    })

    it('is not started for its lists once they are known', async () => {
      const rig = await opened()
      rig.servers.stop()
      const started = rig.pids.length
      expect(await rig.servers.findResources(null, 'tide:')).not.toEqual([])
      expect(await rig.servers.prompts(null)).not.toEqual([])
      expect(rig.pids.length).toBe(started)
    })
  },
)

it('offers no content of a server that is off or unknown', async () => {
  const rig = openMcpRig({ tide: McpServer.parse({ ...program('old-content-server'), enabled: false }) })
  expect(await rig.servers.findResources(null, 'tide:')).toEqual([])
  await expect(rig.servers.readResource(null, { key: KEY, uri: 'tide://level' }, never())).rejects.toThrow(
    'switched off or not trusted',
  )
})
