import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  createAgentTool,
  createTeammateAgentTool,
  createWorkerTool,
} from '../../src/main/agents/tools/agent-tool.ts'
import { createStopAgentTool } from '../../src/main/agents/tools/stop-agent.ts'
import type { Tool } from '../../src/main/tools/tool.ts'
import { offeredTools } from '../support/rigs/offered-tools.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const none = () => {
  throw new Error('These tools are only read.')
}

/** Words in backticks that look like the name of a tool, an argument or a value. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([a-z][a-z_]*)`/gi)].map(([, name = '']) => name)

/** Names of arguments and values of a schema, at any depth. */
function namesOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesOf)
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, enum: values = [] } = schema as { properties?: object; enum?: unknown[] }
  return [
    ...Object.keys(properties),
    ...values.filter((value) => typeof value === 'string'),
    ...Object.values(schema).flatMap(namesOf),
  ]
}

const everyTool = async (): Promise<readonly Tool[]> => [
  ...(await offeredTools()),
  ...[
    createAgentTool(none),
    createWorkerTool(none),
    createTeammateAgentTool(none),
    createStopAgentTool(none),
  ],
]

/** Commands and agents that texts name; they are no tools. */
const OTHER = ['cd', 'general', 'eval']

it('no text of a tool names a tool, an argument or a value that does not exist', async () => {
  const tools = await everyTool()
  const toolNames = tools.map(({ name }) => name)
  for (const { name, description } of tools) {
    const written = namesIn(description)
    // A text may name the arguments of its own tool, and of tools that it names.
    const known = tools.flatMap((tool) =>
      tool.name === name || written.includes(tool.name)
        ? namesOf(z.toJSONSchema(tool.schema, { io: 'input' }))
        : [],
    )
    expect(
      written.filter((each) => ![...toolNames, ...known, ...OTHER].includes(each)),
      name,
    ).toEqual([])
  }
})

it('no prompt of an agent names a tool or an argument that does not exist', async () => {
  const tools = await everyTool()
  const known = [
    ...tools.flatMap(({ name, schema }) => [name, ...namesOf(z.toJSONSchema(schema, { io: 'input' }))]),
    ...OTHER,
  ]
  const folder = join(ROOT, 'resources/agents')
  const prompts = readdirSync(folder).map((file) => join(folder, file))
  const baselines = ['baseline.md', 'baseline-brief.md'].map((file) =>
    join(ROOT, 'src/main/context/instructions', file),
  )
  for (const file of [...prompts, ...baselines]) {
    expect(
      namesIn(readFileSync(file, 'utf8')).filter((each) => !known.includes(each)),
      file,
    ).toEqual([])
  }
})
