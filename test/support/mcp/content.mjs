// The resources and prompts of the scripted servers. `server` is an McpServer of either line of the official packages.

import { z } from 'zod'

const HARBOURS = ['aberdeen', 'amsterdam', 'bergen']

/**
 * @param {any} server
 * @param {{
 *   ResourceTemplate: any,
 *   completable: any,
 *   asArgs: (shape: any) => any,
 *   ask: (extra: any, params: any) => Promise<any>,
 * }} line
 */
export function addContent(server, { ResourceTemplate, completable, asArgs, ask }) {
  let level = 3
  server.registerResource(
    'level',
    'tide://level',
    { title: 'Water level', description: 'The level now.', mimeType: 'text/plain' },
    async (/** @type {URL} */ uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: `The level is ${level} m.\n` }],
    }),
  )
  server.registerResource(
    'chart',
    'tide://chart.bin',
    { mimeType: 'application/octet-stream' },
    async (/** @type {URL} */ uri) => ({
      contents: [{ uri: uri.href, mimeType: 'application/octet-stream', blob: 'AAECAw==' }],
    }),
  )
  const complete = {
    harbour: (/** @type {string} */ value) => HARBOURS.filter((each) => each.startsWith(value)),
  }
  server.registerResource(
    'harbour',
    new ResourceTemplate('tide://harbour/{harbour}/table.csv', { list: undefined, complete }),
    { title: 'Tide table', mimeType: 'text/csv' },
    async (/** @type {URL} */ uri, /** @type {{ harbour: string }} */ { harbour }) => ({
      contents: [{ uri: uri.href, mimeType: 'text/csv', text: `harbour,level\n${harbour},${level}\n` }],
    }),
  )
  server.registerTool(
    'book',
    { description: 'Asks the person for a berth.' },
    async (/** @type {any} */ first, /** @type {any} */ second) => {
      const answer = await ask(second ?? first ?? {}, {
        message: 'Which berth?',
        requestedSchema: {
          type: 'object',
          properties: {
            boat: { type: 'string', title: 'Boat' },
            nights: { type: 'integer', title: 'Nights', default: 2 },
            side: { type: 'string', title: 'Side', enum: ['port', 'starboard'] },
            power: { type: 'boolean', title: 'Shore power' },
            extras: {
              type: 'array',
              title: 'Extras',
              items: {
                anyOf: [
                  { const: 'w', title: 'Water' },
                  { const: 'i', title: 'Ice' },
                ],
              },
            },
          },
          required: ['boat', 'side'],
        },
      })
      if (answer.ask !== undefined) return answer.ask
      return { content: [{ type: 'text', text: `booked: ${JSON.stringify(answer)}` }] }
    },
  )
  server.registerTool(
    'pay',
    { description: 'Sends the person to a page.' },
    async (/** @type {any} */ first, /** @type {any} */ second) => {
      const answer = await ask(second ?? first ?? {}, {
        mode: 'url',
        message: 'Pay the fee',
        url: 'https://harbour.example/pay?for=tide',
        elicitationId: 'fee-1',
      })
      if (answer.ask !== undefined) return answer.ask
      return { content: [{ type: 'text', text: `paid: ${JSON.stringify(answer)}` }] }
    },
  )
  server.registerTool('rise', { description: 'Raises the level.' }, async () => {
    level += 1
    await server.server.sendResourceUpdated({ uri: 'tide://level' })
    return { content: [{ type: 'text', text: `level ${level}` }] }
  })
  server.registerPrompt(
    'forecast',
    {
      description: 'Asks for a forecast.',
      argsSchema: asArgs({
        harbour: completable(z.string(), (/** @type {string} */ value) =>
          HARBOURS.filter((each) => each.startsWith(value)),
        ),
        days: z.string().optional(),
      }),
    },
    async (/** @type {{ harbour: string, days?: string }} */ { harbour, days = '1' }) => ({
      messages: [
        { role: 'user', content: { type: 'text', text: `Forecast for ${harbour}, ${days} days.` } },
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: 'tide://level', mimeType: 'text/plain', text: `The level is ${level} m.\n` },
          },
        },
      ],
    }),
  )
}
