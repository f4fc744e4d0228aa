/** Variables that name a repository or a work tree. */
const PLACES: ReadonlySet<string> = new Set(['GIT_DIR', 'GIT_COMMON_DIR', 'GIT_WORK_TREE'])

/** Variables that bring settings, programs or templates of hooks of their own. */
const SETTINGS =
  /^(GIT_(CONFIG(_\w+)?|EXEC_PATH|TEMPLATE_DIR|ATTR_SOURCE|DISCOVERY_ACROSS_FILESYSTEM)|HOME|XDG_CONFIG_HOME)$/

/** Variables that many scripts only read. Setting them chooses other settings, or where `cd` leads. */
const SET = /\b(?:HOME|XDG_CONFIG_HOME|CDPATH)(?=\+?=)/g

/** Whether a variable names a repository or a work tree. */
export function namesRepository(name: string): boolean {
  return PLACES.has(name)
}

/** Whether a variable brings settings, programs or hooks of its own. */
export function bringsSettings(name: string): boolean {
  return SETTINGS.test(name)
}

/** Returns the variables in a text by which git chooses its repository or settings. */
export function choosingVariables(text: string): string[] {
  const names = (text.match(/\bGIT_[A-Z_]+/g) ?? []).filter((name) => PLACES.has(name) || SETTINGS.test(name))
  return [...new Set([...names, ...(text.match(SET) ?? [])])]
}
