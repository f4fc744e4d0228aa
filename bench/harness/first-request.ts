import { scriptOf } from './emission.ts'
import type { Lab, LabModel } from './lab.ts'
import { requestTokens } from './tokens.ts'
import { type Asked, askedOf } from './wire.ts'

/** The project a chat begins in: rules, a package and a few files, as an ordinary one has. */
const PROJECT = {
  'AGENTS.md': '# Rules\n\n- Use British spelling.\n- Run `npm test` before you are done.\n',
  'package.json': '{ "name": "shop", "scripts": { "test": "node --test" } }\n',
  'src/main.js': 'export const open = true\n',
}

/** Counts the tokens of the first request of a chat with one of the models of the lab. */
export async function firstRequestTokens(lab: Lab, model: LabModel): Promise<number> {
  let first: Asked | null = null
  const chat = await lab.chat({
    project: await lab.project(PROJECT),
    model,
    mode: 'ask',
    respond: (request) => {
      first ??= askedOf(request)
      return scriptOf({ text: 'Nothing is to be done.' }, () => 'call_0')
    },
  })
  await chat.say('Is the shop open?')
  await chat.close()
  if (first === null) throw new Error('No request was made.')
  return requestTokens(first)
}
