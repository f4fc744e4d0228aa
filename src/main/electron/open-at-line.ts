import { spawn } from 'node:child_process'
import { editorCommand } from './editor-command.ts'

/**
 * Opens a file at a line in the person's editor. Returns false when there is no editor that can, so that the file is
 * to be opened without the line. The editor belongs to the person: it stays when the app ends.
 */
export function openAtLine(file: string, line: number): Promise<boolean> {
  const command = editorCommand(process.env, file, line)
  if (command === null) return Promise.resolve(false)
  return new Promise((done) => {
    const editor = spawn(command.file, command.args, {
      detached: true,
      stdio: 'ignore',
      env: editorEnvironment(),
    })
    editor.once('error', () => done(false))
    editor.once('spawn', () => {
      editor.unref()
      done(true)
    })
  })
}

/** Returns the inherited environment without variables that control the app or Electron. */
const editorEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:ORRERY|ELECTRON)_/.test(name)))
