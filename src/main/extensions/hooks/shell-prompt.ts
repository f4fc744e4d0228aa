import { join } from 'node:path'

/** The files of shells that set a prompt, below the home folder of the person. */
const FILES = ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.config/fish/functions/fish_prompt.fish']
const MOST_LINES = 40
const MOST_LINE = 500
/** Words of a wish that is about the prompt of the shell. */
const ABOUT_PROMPT = /prompt|\bPS1\b|starship|提示符/i

type Deps = {
  readonly home: string
  /** Returns the beginning of a file; null where there is none. */
  readonly read: (path: string) => Promise<string | null>
}

/**
 * Returns the lines that set the prompt of the person's shell, for a wish that is about it. Nothing is read for any
 * other wish, because the lines go to a model.
 */
export async function shellPrompt(wish: string, { home, read }: Deps): Promise<string> {
  if (!ABOUT_PROMPT.test(wish)) return ''
  const texts = await Promise.all(FILES.map((file) => read(join(home, file))))
  const lines = texts.flatMap((text, at) => linesIn(text ?? '', FILES[at]?.endsWith('.fish') === true))
  return lines.slice(0, MOST_LINES).join('\n')
}

const linesIn = (text: string, isWhole: boolean): readonly string[] =>
  text
    .split('\n')
    .filter(
      (line) =>
        (isWhole && line !== '') || /^\s*(?:export\s+)?(?:PS1|PROMPT|RPROMPT|PROMPT_COMMAND)=/.test(line),
    )
    .map((line) => line.slice(0, MOST_LINE))
