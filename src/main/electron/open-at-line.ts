import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { editorCommand, foundEditor } from './editor-command.ts'

/**
 * Opens a file at a line, or a folder for null, in the editor that the person names or in one that is on the path.
 * Returns false when there is none that can. The editor belongs to the person: it stays when the app ends.
 */
export function openAtLine(file: string, line: number | null): Promise<boolean> {
  const { env } = process
  const command = editorCommand(env, file, line) ?? foundEditor(env, file, line, isProgram)
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

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Returns the inherited environment without variables that control the app or Electron. */
const editorEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:ORRERY|ELECTRON)_/.test(name)))
