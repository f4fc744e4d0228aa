// The tools of the scripted servers. `server` is an McpServer of either line of the official packages.

import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** @param {any} server */
export function addTools(server) {
  server.registerTool(
    'echo',
    {
      description: 'Repeats a text.',
      inputSchema: z.object({ text: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => ({ content: [{ type: 'text', text: `echo: ${text}` }] }),
  )
  server.registerTool('die', { description: 'Ends the server.' }, async () => process.exit(3))
  server.registerTool('wait', { description: 'Never answers.' }, () => {
    process.stderr.write('waiting\n')
    return new Promise(() => setInterval(() => {}, 1_000))
  })
  server.registerTool('secret', { description: 'Shows a variable.' }, async () => ({
    content: [{ type: 'text', text: `TOKEN=${process.env.TOKEN ?? ''}` }],
  }))
  server.registerTool(
    'write',
    { description: 'Writes a file.', inputSchema: z.object({ path: z.string() }) },
    async ({ path }) => {
      writeFileSync(path, 'written by a server\n')
      return { content: [{ type: 'text', text: 'written' }] }
    },
  )
  server.registerTool('steps', { description: 'Tells its progress.' }, async (first, second) => {
    const extra = second ?? first
    const token = extra?._meta?.progressToken ?? extra?.mcpReq?._meta?.progressToken
    const notify = extra?.sendNotification ?? extra?.mcpReq?.notify
    for (const step of [1, 2, 3]) {
      if (token !== undefined) {
        await notify({
          method: 'notifications/progress',
          params: { progressToken: token, progress: step, total: 3, message: `step ${step}` },
        })
      }
      await pause(20)
    }
    return { content: [{ type: 'text', text: 'done' }] }
  })
  server.registerTool('kinds', { description: 'Returns every kind of content.' }, async () => ({
    content: [
      { type: 'text', text: 'some words' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'a note' } },
      { type: 'resource_link', uri: 'note://2', name: 'second note', mimeType: 'text/plain' },
    ],
    structuredContent: { total: 5 },
  }))
  server.registerTool('fails', { description: 'Fails.' }, async () => ({
    content: [{ type: 'text', text: 'there is no such table' }],
    isError: true,
  }))
}
