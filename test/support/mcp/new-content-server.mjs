// A scripted MCP server of the newest protocol with resources and prompts. It is started as a program.
import { completable, inputRequired, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { addContent } from './content.mjs'

/**
 * The newest protocol asks by the result of a call, which is then made again with the answer.
 *
 * @param {any} extra
 * @param {any} params
 */
const ask = async (extra, params) => {
  const answer = extra.mcpReq.inputResponses?.question
  if (answer !== undefined) return answer
  const { mode, elicitationId: _, ...rest } = params
  const question = mode === 'url' ? inputRequired.elicitUrl(rest) : inputRequired.elicit(rest)
  return { ask: inputRequired({ inputRequests: { question } }) }
}

serveStdio(() => {
  const server = new McpServer(
    { name: 'tide', version: '2.0.0' },
    { capabilities: { resources: { subscribe: true } } },
  )
  addContent(server, { ResourceTemplate, completable, asArgs: (shape) => z.object(shape), ask })
  return server
})
