import { type AgentAnswer, createAgentModel } from '../models/agent-model.ts'

/** The parts of the project that the first agent of `survey-project` finds. */
export const SURVEYED = ['README.md', 'src/', 'docs/', 'tests/']
/** What its last agent writes. */
export const SURVEY_REPORT = 'A clock for the tide. Start with README.md.'

/** A model that answers the agents of `survey-project`, and a chat that asks for it. */
export const createSurveyModel = () => createAgentModel({ answer })

function answer(prompt: string): AgentAnswer {
  const looked = /Look at "([^"]+)"/.exec(prompt)?.[1]
  if (looked !== undefined) return { say: `${looked} is worth reading.` }
  if (prompt.includes('List the parts')) {
    return { give: { parts: SURVEYED.map((path) => ({ path, what: 'a part' })) } }
  }
  if (prompt.includes('Write a survey')) return { say: SURVEY_REPORT }
  if (prompt.includes('Survey it for me')) return { call: 'workflow', args: { name: 'survey-project' } }
  return { say: 'Good to meet you.' }
}
