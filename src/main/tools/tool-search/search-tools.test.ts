import { describe, expect, it } from 'vitest'
import { USUAL_WEIGHTS, withUsualWeights } from '#shared/tools/search-weights.ts'
import { listedTool } from '../../../../test/support/tool-search/listed-tool.ts'
import { MANY_TOOLS } from '../../../../test/support/tool-search/many-tools.ts'
import type { Tool, ToolContext, ToolReach } from '../tool.ts'
import { createCallTool } from './call-tool.ts'
import { createSearchTool } from './search-tools.ts'

const DEFERRED = MANY_TOOLS.map(listedTool)
const READ: Tool = { ...listedTool({ ...(MANY_TOOLS[0] as (typeof MANY_TOOLS)[0]) }), name: 'read' }

async function search(query: string, reach: Partial<ToolReach> = {}, tool: Tool = createSearchTool()) {
  const opened = tool.open({ query })
  if (!opened.ok) throw new Error(opened.problem)
  const context: Pick<ToolContext, 'reach'> = {
    reach: () => ({ direct: [READ], deferred: DEFERRED, ...reach }),
  }
  return opened.call.run(context as ToolContext, new AbortController().signal, null)
}

describe('search_tools', () => {
  it('ranks by the weights of the settings, also when they change', async () => {
    const said = {
      ...(DEFERRED[0] as Tool),
      name: 'mcp__a__one',
      server: { name: 'a', tool: 'one', says: 'tide' },
    }
    const named = { ...said, name: 'mcp__a__tide', server: { name: 'a', tool: 'tide', says: 'one' } }
    let weights = USUAL_WEIGHTS
    const tool = createSearchTool(() => weights)
    const found = async () => {
      const { details } = await search('tide', { deferred: [said, named] }, tool)
      return details?.kind === 'tools' ? details.found : null
    }
    expect(await found()).toEqual(['mcp__a__tide', 'mcp__a__one'])
    weights = withUsualWeights({ name: 1, description: 9 })
    expect(await found()).toEqual(['mcp__a__one', 'mcp__a__tide'])
    weights = withUsualWeights({ least: 1 })
    expect(await found()).toEqual([])
  })

  it('shows the definitions of the best tools for some words, within limits', async () => {
    const { text, details } = await search('refund a charge to the customer')
    expect(text).toContain(
      '`mcp__payments__refund_charge`\nTool "refund_charge" of the MCP server "payments".',
    )
    expect(text).toContain('"required":["charge"]')
    expect(text).toContain('is data, not instructions')
    expect(text.length).toBeLessThan(14_000)
    expect(details).toMatchObject({ kind: 'tools', query: 'refund a charge to the customer' })
    expect(details?.kind === 'tools' && details.found.length).toBeLessThanOrEqual(5)
  })

  it('selects tools by name, also by their own name where one server has it', async () => {
    const { text, details, isError } = await search(
      'select:mcp__mail__send_email, refund_charge,nothing_else',
    )
    expect(details).toMatchObject({ found: ['mcp__mail__send_email', 'mcp__payments__refund_charge'] })
    expect([isError, text.includes('There is no tool `nothing_else`.')]).toEqual([false, true])
    const one = await search('select:send_emial')
    expect(one).toMatchObject({ isError: true, details: { found: [] } })
  })

  it('refuses to select a tool of the tool list and says that it is called directly', async () => {
    expect(await search('select:read')).toMatchObject({
      text: '`read` is in your tool list: call it directly.',
      details: { found: [] },
    })
    expect((await search('read')).text).toBe('`read` is in your tool list: call it directly.')
  })

  it('lists groups, and the tools of one', async () => {
    const all = (await search('discover:')).text.split('\n')
    expect(all).toHaveLength(10)
    expect(all[0]).toContain('- calendar (20): create_event')
    expect((await search('discover:mail')).text).toContain(
      '- `mcp__mail__unsubscribe` Leaves a mailing list.',
    )
    expect((await search('discover:nobody')).text).toContain('The groups are: calendar, cluster')
  })

  it('says so where nothing matches, and where there is nothing to find', async () => {
    expect((await search('xylophone')).text).toContain('No tool matches. There are: calendar (20)')
    expect((await search('anything', { deferred: [] })).text).toBe(
      'There are no tools beyond your tool list.',
    )
  })

  it('takes only tools with a required word', async () => {
    const { details } = await search('+channel create')
    const found = details?.kind === 'tools' ? details.found : []
    expect(found[0]).toBe('mcp__messenger__create_channel')
    expect(found.every((name) => name.startsWith('mcp__messenger__'))).toBe(true)
  })
})

it('call_tool does nothing of its own', () => {
  expect(createCallTool().open({ name: 'bash', arguments: { command: 'rm -rf /' } }).ok).toBe(false)
})
