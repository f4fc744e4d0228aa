import { isHarmlessVariable } from './wrappers.ts'

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/

/** Variables whose value is a command, which is judged as a command of its own. */
const COMMANDS =
  /^(GIT_(EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|SSH|SSH_COMMAND|ASKPASS|PROXY_COMMAND)|EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|SYSTEMD_PAGER|LESSOPEN|LESSCLOSE|BROWSER|SSH_ASKPASS|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH|PROMPT_COMMAND)$/

/** Values that name neither a file nor an option. */
const QUIET_VALUE = /^(\d+(\.\d+)?|true|false|yes|no|on|off|always|never|auto|test|development|production|)$/i

/** A variable that a command sets for a program. */
export type SetVariable = { readonly name: string; readonly value: string }

/** Whether the value of a variable is a command that other programs start. */
export function isCommandVariable(assignment: string): boolean {
  return COMMANDS.test(ASSIGNMENT.exec(assignment)?.[1] ?? '')
}

/**
 * Returns the variables in these assignments that may hand a program an option, a file or code. The variables that are
 * known to be harmless are left out, and those whose value is judged as a command.
 */
export function steeringVariables(assignments: readonly string[]): SetVariable[] {
  return assignments.flatMap((assignment) => {
    const [, name, value = ''] = ASSIGNMENT.exec(assignment) ?? []
    if (name === undefined || isHarmlessVariable(name) || COMMANDS.test(name)) return []
    return QUIET_VALUE.test(value) ? [] : [{ name, value }]
  })
}

/**
 * Returns the words of a command with the options that its variables carry, such as `TAR_OPTIONS`, `MAKEFLAGS` and
 * `PYTEST_ADDOPTS`, for each variable that has some.
 */
export function withVariableOptions(
  words: readonly string[],
  variables: readonly SetVariable[],
): (readonly string[])[] {
  const [program, ...rest] = words
  if (program === undefined) return []
  return variables.flatMap(({ name, value }) => {
    const given = value.split(/\s+/).filter((word) => word !== '')
    const carries = given.some((word) => word.startsWith('-')) || /OPT|FLAGS|ARGS/i.test(name)
    return carries && given.length > 0
      ? [
          [program, ...given, ...rest],
          [program, ...rest, ...given],
        ]
      : []
  })
}
