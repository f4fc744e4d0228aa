/**
 * Messages of workflow hooks that are called wrongly or too often. The sandbox loads as little as possible,
 * so it takes only the entries with `call.` from here.
 */
export const HOOK_SENTENCES = {
  'call.ended':
    'The run has ended, so {hook} cannot be called any more. The script returned before that: await what it begins.',
  'call.mostAgents': 'A run may call at most {most} agents.',
  'call.mostNested': 'A run may start at most {most} nested workflows.',
  'call.mostPhases': 'A run may open at most {most} phases.',
  'call.mostLogs': 'A run may write at most {most} lines to log.',
  'call.mostItems': '{hook} takes at most {most} items, and this list has {count}.',
  'call.notList': '{hook} needs a list, and was given something else ({found}).',
  'call.itemNoFunction':
    'parallel needs functions, and item {at} is none ({found}): parallel([() => agent("…")]).',
  'call.stageNoFunction': 'pipeline needs functions after its list, and stage {at} is none ({found}).',
  'call.phaseTitle': 'phase needs a title: phase("Review").',
  'call.unsteady':
    '{what} gives something else each time, and a run must be repeatable. Hand it in through args.',
  'call.holdsFunction': '{hook} cannot take {path}: a function cannot leave a script, only plain values can.',
  'call.holdsBigint': '{hook} cannot take {path}: it is a bigint. Use a number or a text.',
  'call.holdsSymbol': '{hook} cannot take {path}: it is a symbol. Use a text.',
  'call.holdsPromise': '{hook} cannot take {path}: it is a promise. Write await before it.',
  'call.holdsBag': '{hook} cannot take {path}: it is a {found}. Make it a list or a plain object.',
  'call.circle': '{hook} cannot take {path}: it holds itself, and a circle cannot be written down.',
  'call.tooDeep': '{hook} cannot take {path}: it is nested too deeply.',
  'call.noJson': 'What {hook} was given cannot be written as JSON: {what}',
  'call.tooLong':
    'What {hook} was given is longer than {most} characters. Put it in a file and hand on its path.',
  'call.becameNull': '{hook}: item {at} became null:',
  'call.threw': '{what}',
  'call.line': '(line {line})',
  'agent.noText': 'agent needs its prompt as a text: agent("Read …").',
  'agent.emptyPrompt': 'agent needs a prompt: this one is empty.',
  'agent.longPrompt':
    'The prompt has {count} characters; at most {most} are allowed. Hand the agent a file to read instead.',
  'agent.noOptions': 'The second argument of agent must be an object. Its options are: {names}.',
  'agent.unknownOption': 'agent has no option {unknown}. Its options are: {names}.',
  'agent.wrongOption': 'The option {option} of agent is not right: {what}.',
  'workflow.twoLevels': 'A nested workflow cannot start another one: only one level is possible.',
  'workflow.noName': 'workflow needs the name of a saved workflow, or an object with its scriptPath.',
  'agent.longAnswer':
    'The answer of the agent is longer than {most} characters. Let it write a file and answer with the path.',
} as const
