import initVerifiers from '../../../../resources/commands/init-verifiers.md?raw'
import ultracode from '../../../../resources/commands/ultracode.md?raw'
import ultraplan from '../../../../resources/commands/ultraplan.md?raw'

const PROMPTS = { 'init-verifiers': initVerifiers, ultracode, ultraplan } as const

/** A command that sends fixed instructions, with the person's words behind them. */
export type PromptCommandName = keyof typeof PROMPTS

/** Returns the message that a prompt command sends. */
export function commandPrompt(name: PromptCommandName, words: string): string {
  const prompt = PROMPTS[name].trim()
  return words === '' ? prompt : `${prompt}\n\nTask:\n${words}`
}
