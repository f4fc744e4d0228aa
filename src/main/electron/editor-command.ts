import path from 'node:path'

/** The start command of a program, without a shell. */
export type EditorCommand = { readonly file: string; readonly args: readonly string[] }

/** Editors with a window of their own by program name, with their arguments for a line. */
const LINE_ARGS: Readonly<Record<string, (file: string, line: number) => readonly string[]>> = {
  ...Object.fromEntries(
    ['code', 'code-insiders', 'codium', 'cursor', 'windsurf'].map((name) => [
      name,
      (file: string, line: number) => ['-g', `${file}:${line}`],
    ]),
  ),
  ...Object.fromEntries(
    ['subl', 'zed', 'zeditor'].map((name) => [name, (file: string, line: number) => [`${file}:${line}`]]),
  ),
  ...Object.fromEntries(
    ['gedit', 'gnome-text-editor', 'pluma', 'xed', 'gvim'].map((name) => [
      name,
      (file: string, line: number) => [`+${line}`, file],
    ]),
  ),
  ...Object.fromEntries(
    ['idea', 'webstorm', 'pycharm', 'goland', 'rustrover', 'kate'].map((name) => [
      name,
      (file: string, line: number) => ['--line', String(line), file],
    ]),
  ),
}

/**
 * Returns the command that opens a file at a line, or a folder for null, in the editor that `VISUAL` or `EDITOR` names. Null when none is
 * named, or one that works in a terminal, or one whose way to name a line is not known.
 */
export function editorCommand(
  env: Readonly<Record<string, string | undefined>>,
  file: string,
  line: number | null,
): EditorCommand | null {
  for (const named of [env['VISUAL'], env['EDITOR']]) {
    // `code --wait` is usual there: only the program counts, and a path with blanks is not guessed at.
    const program = named?.trim().split(/\s+/)[0] ?? ''
    const name = path.win32
      .basename(program)
      .replace(/\.(?:cmd|exe)$/i, '')
      .toLowerCase()
    const argsOf = Object.hasOwn(LINE_ARGS, name) ? LINE_ARGS[name] : undefined
    if (argsOf !== undefined) return { file: program, args: line === null ? [file] : argsOf(file, line) }
  }
  return null
}

/** Returns the command of the first known editor in the folders of `PATH`. Null when none is there. */
export function foundEditor(
  env: Readonly<Record<string, string | undefined>>,
  file: string,
  line: number | null,
  isProgram: (program: string) => boolean,
): EditorCommand | null {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  // Without a shell, Windows starts programs and no scripts.
  const ending = path.sep === '\\' ? '.exe' : ''
  for (const [name, argsOf] of Object.entries(LINE_ARGS)) {
    const program = folders.map((folder) => path.join(folder, name + ending)).find(isProgram)
    if (program !== undefined) return { file: program, args: line === null ? [file] : argsOf(file, line) }
  }
  return null
}
