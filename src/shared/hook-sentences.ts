/**
 * What the hooks of a workflow script say when they are called wrongly or too often. The sandbox, which loads as little as
 * it can, takes its own from here: those that begin with `call.`.
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

export const HOOK_SENTENCES_ZH = {
  'call.ended': '运行已经结束，不能再调用 {hook}。脚本在此之前就已返回：请对它启动的内容使用 await。',
  'call.mostAgents': '一次运行最多调用 {most} 个智能体。',
  'call.mostNested': '一次运行最多启动 {most} 个嵌套工作流。',
  'call.mostPhases': '一次运行最多打开 {most} 个阶段。',
  'call.mostLogs': '一次运行最多用 log 写 {most} 行。',
  'call.mostItems': '{hook} 最多接受 {most} 项，而这个列表有 {count} 项。',
  'call.notList': '{hook} 需要列表，但得到的是别的内容（{found}）。',
  'call.itemNoFunction': 'parallel 需要函数，但第 {at} 项不是（{found}）：parallel([() => agent("…")])。',
  'call.stageNoFunction': 'pipeline 在列表之后需要函数，但第 {at} 个阶段不是（{found}）。',
  'call.phaseTitle': 'phase 需要标题：phase("Review")。',
  'call.unsteady': '{what} 每次的结果都不同，而运行必须可以重复。请通过 args 传入。',
  'call.holdsFunction': '{hook} 不能接受 {path}：函数不能离开脚本，只有普通值可以。',
  'call.holdsBigint': '{hook} 不能接受 {path}：它是 bigint。请使用数字或文本。',
  'call.holdsSymbol': '{hook} 不能接受 {path}：它是 symbol。请使用文本。',
  'call.holdsPromise': '{hook} 不能接受 {path}：它是 promise。请在前面写 await。',
  'call.holdsBag': '{hook} 不能接受 {path}：它是 {found}。请改为列表或普通对象。',
  'call.circle': '{hook} 不能接受 {path}：它包含自身，循环无法写出。',
  'call.tooDeep': '{hook} 不能接受 {path}：嵌套过深。',
  'call.noJson': '{hook} 得到的值无法写成 JSON：“{what}”',
  'call.tooLong': '{hook} 得到的值超过 {most} 个字符。请写入文件并传递其路径。',
  'call.becameNull': '{hook} 的第 {at} 项变为 null：',
  'call.threw': '出错：“{what}”',
  'call.line': '（第 {line} 行）',
  'agent.noText': 'agent 的提示必须是文本：agent("Read …")。',
  'agent.emptyPrompt': 'agent 需要提示：这个提示是空的。',
  'agent.longPrompt': '提示有 {count} 个字符，最多允许 {most} 个。请改为让智能体读取文件。',
  'agent.noOptions': 'agent 的第二个参数必须是对象。它的选项是：{names}。',
  'agent.unknownOption': 'agent 没有选项 {unknown}。它的选项是：{names}。',
  'agent.wrongOption': 'agent 的选项 {option} 不正确：{what}。',
  'workflow.twoLevels': '嵌套的工作流不能再启动工作流：只允许一层。',
  'workflow.noName': 'workflow 需要已保存工作流的名称，或带有 scriptPath 的对象。',
  'agent.longAnswer': '智能体的回答超过 {most} 个字符。请让它写入文件并回答路径。',
} as const satisfies Readonly<Record<keyof typeof HOOK_SENTENCES, string>>
