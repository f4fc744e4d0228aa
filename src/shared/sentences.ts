import { FILE_SENTENCES } from './file-sentences.ts'
import { filled } from './filled.ts'
import { GIT_SENTENCES } from './git-sentences.ts'
import { HOOK_SENTENCES } from './hook-sentences.ts'
import { LIMIT_SENTENCES } from './limit-sentences.ts'
import { MODEL_SENTENCES } from './model-sentences.ts'
import { REPORT_SENTENCES } from './report-sentences.ts'
import { RUN_SENTENCES } from './run-sentences.ts'
import { SCRIPT_SENTENCES } from './script-sentences.ts'
import { START_SENTENCES } from './start-sentences.ts'
import { TEAM_SENTENCES } from './team-sentences.ts'
import { TOLD_SENTENCES } from './told-sentences.ts'
import { VAULT_SENTENCES } from './vault-sentences.ts'

/**
 * User messages of main by name, with placeholders. A window shows them in its own language and falls back to
 * English.
 */
export const SENTENCES = {
  ...START_SENTENCES,
  ...REPORT_SENTENCES,
  ...MODEL_SENTENCES,
  ...RUN_SENTENCES,
  ...SCRIPT_SENTENCES,
  ...HOOK_SENTENCES,
  ...GIT_SENTENCES,
  ...FILE_SENTENCES,
  ...VAULT_SENTENCES,
  ...TEAM_SENTENCES,
  ...TOLD_SENTENCES,
  ...LIMIT_SENTENCES,
  'chat.gone': 'This chat is not stored here any more.',
  'chat.noHistory': 'This chat has no history to go on with. Start a new one.',
  'chat.noProject': 'This chat belongs to no project.',
  'chat.busy': 'The agent is still at work in this chat. Stop it first, or wait until it is done.',
  'chat.agentsBusy': 'Agents still work for this chat, or ask you something. Stop them first.',
  'chat.noPlace': 'This message is not part of this chat any more. Open the chat again.',
  'files.notTouched': 'No agent of this chat has changed this file.',
  'chat.notDeleted': 'This chat is not in the bin any more.',
  'chat.midCall': 'A tool was being called here. Choose the message before it, or the one after its result.',
  'chat.notYours': 'Only messages you wrote can be sent again in other words.',
  'chat.nothingToSend': 'The message is empty. Write something, or leave it as it was.',
  'chat.noQuestion': 'There is nothing in this chat to answer yet.',
  'chat.nothingOpen': 'Everything in this chat is answered. Send a message to go on.',
  'chat.sent': 'This message has already been sent, so it can no longer be changed.',
  'chat.takenOut': 'This message was taken out before it was sent.',
  'chat.answered': 'This request has already been answered.',
  'chat.cutNotAllowed': 'This change is too large to be shown whole, so it cannot be allowed.',
  'blob.gone': 'This attachment is no longer stored.',
  'blob.noPicture': 'This attachment is no picture.',
  'plan.unreadable': 'This is no plan: it needs one to {most} steps, and each step needs words.',
  'plan.circle': 'The steps of this plan wait for each other in a circle, or for steps that are not there.',
  'plan.agents': 'Agents take on: {steps}',
  'plan.changedAround': 'Told that the plan around this step was changed',
  'plan.couldNot': 'The step could not be done: {reason}',
  'plan.stepsFailed': 'Not every step could be done. What depends on one that failed was left out.',
  'plan.noDoer':
    'A step of this plan is given to {agent}, and there is no agent of that name here. Nothing was started.',
  'goal.empty': 'Write the goal behind /goal.',
  'goal.coordinator':
    'The coordinator makes no plans for others to carry out. Give it the goal as a message, or turn coordinator mode off first.',
  'plan.step': 'Step {at} of {all}: {title}',
  'plan.begun':
    'A step you have changed has begun meanwhile: {step}. Nothing was changed; look at the plan again.',
  'plan.other': 'The plan of this chat is another one by now. Nothing was changed; look at it again.',
  'plan.nothing': 'There is no plan with steps that are left to do.',
  'chat.askerGone': 'The run that asked is gone. Send your message again.',
  'context.nothingSent': 'Nothing was sent in this chat yet. Look at what would be sent now instead.',
  'context.noInstructions': 'What the model of this chat was told is not stored here.',
  'context.instructionsTooLong':
    'The instructions are too long for {model}: {sizes} tokens, and {allowed} are allowed. Shorten AGENTS.md or the agent, or choose a model with a larger window.',
  'context.rulesShortened':
    '{path} is too long: {model} reads only its beginning. Shorten the file, or choose a model with a larger window.',
  'told.rulesNested': 'Read the rules in {path}.',
  'told.rulesChanged': 'Read the changed rules in {path}.',
  'told.rulesGone': 'The rules file {path} is gone.',
  'told.filesChanged': 'These files changed on disk since they were read: {files}.',
  'context.late':
    'The disk did not answer within {seconds} seconds, so the model is told nothing of: {paths}. Once it answers, refresh the instructions in the inspector.',
  'snip.newest':
    'This is what you asked for last, so it is read. Say something new first, or go back to before it.',
  'snip.planAgain': 'Told again as it stands, because what told it was left out',
  'snip.summarised': 'This part of the chat is summarised already: the model reads the summary in its place.',
  'snip.summarisedSince':
    'The chat was summarised since, without this part. Take the summary back first, and then put this back.',
  'compact.nothing': 'This chat is still short: there is nothing to gain from summarising it.',
  'compact.wentOn':
    'The chat has gone on since it was summarised. To see all of it again, go back to the message before the summary.',
  'compact.tooSlow': '{model} took more than five minutes to write the summary. Nothing was changed.',
  'compact.filesAgain': 'Given again after the summary, as they are now: {files}',
  'compact.planAgain': 'Told again after the summary, as it stands',
  'compact.noModel': 'The model of this chat is not set up any more. Choose another one first.',
  'compact.overflowOff':
    'This chat has grown longer than {model} can read. Compact it, choose a model with a larger window, or start a new chat. Nothing was lost.',
  'compact.overflow':
    'This chat has grown longer than {model} can read, also after summarising it. Start a new chat, or choose a model with a larger window. Nothing was lost.',
  'compact.windowTooSmall':
    'The window set for {model}, {window} tokens, is too small: instructions and tools alone take {needed}, and the answer needs room too. Set a larger one for this model in Settings › Models, if its server can give it, or choose another model. Nothing was lost.',
  'compact.ollamaWindow':
    'Ollama gives each model a small window unless it is started with OLLAMA_CONTEXT_LENGTH=32768 or more.',
  'run.closedMeanwhile':
    'Orrery was closed while this was running. Everything up to that moment is kept; send a message to go on.',
  'run.broke': 'Something inside the app failed. The details are in the log; your message was kept.',
  'run.endNotStored':
    'The end of this run could not be stored when it came. Everything up to that moment is kept.',
  'run.beingStopped': 'This run is being stopped, so the answer is no longer needed.',
  'run.unknown': '{run} is not registered.',
  'run.cannotGo': 'A run cannot go from {from} to {to}.',
  'run.tooManyTurns':
    'The run was ended after {count} model requests. What it has done so far is kept; send a message to go on.',
  'run.costReached':
    'The run was paused: it has cost {cost}, and {limit} is the most one run may cost. Continue lets it use as much again.',
  'run.costNear': 'This run has cost {cost} of at most {limit}.',
  'run.costUnknown':
    'The most this run may cost is {limit}, but the price of its model is not known: nothing watches it. Add the prices in the settings.',
  'run.timeReached':
    'The run was paused after {minutes} minutes of work; {limit} is the most one run may take. Continue lets it work as long again.',
  'run.timeNear': 'This run has worked for {minutes} of at most {limit} minutes.',
  'chat.noneNamed':
    'There is no chat “{name}” here. Name one by its id or by words of its title; chats in the bin are restored first.',
  'run.fetchesRest': 'The connection was lost here. What came is kept, and the rest was asked for.',
  'run.fetchesRestOfSilent':
    'The server stopped sending here. What came is kept, and the rest was asked for.',
  'run.fetchesRestOfFailed':
    'The server ended the answer with an error here. What came is kept, and the rest was asked for.',
  'run.fellBack': '{model} could not answer, so {other} takes over for the rest of this run.',
  'run.pictureRefused':
    'The server of {model} refused a picture of this chat, so {model} reads only its name. Attach a smaller PNG or JPEG, or choose another model.',
  'run.noTools':
    '{model} takes no tools, so it can only talk here. Choose another model, or start its server with tool support (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice).',
  'run.noPictures':
    '{model} sees no pictures. It was told their names instead; choose another model to have them looked at.',
  'run.readLess':
    '{model} says it read {read} tokens of about {sent}: its server seems to cut off the beginning of what it is sent. Give it a larger window there, or set the window it has in Settings › Models.',
  'run.onlyThought':
    '{model} thought and gave no answer, also when it was asked again. Try again, lower the reasoning effort, or choose another model.',
  'run.callsAsText':
    '{model} writes its tool calls as text. Its server may lack a tool parser (llama.cpp: --jinja; Ollama: a template with tools; vLLM: --enable-auto-tool-choice). Calls that Orrery could read were carried out, and all that change something ask you first.',
  'run.repeats':
    '{model} made the same call of {tool} {count} times with the same answer, so Orrery paused the run. What was done is kept. What should {model} do instead?',
  'run.agentRepeats':
    '{model} made the same call of {tool} {count} times with the same answer, so Orrery ended its run. What was done is kept.',
  'run.saidNothing': '{model} ended its answer without saying anything. Try again, or choose another model.',
  'search.unavailable':
    'Search is not working just now; your chats are not affected. Try again in a moment, or start Orrery again.',
  'search.databaseDamaged':
    'The database orrery.db is damaged ({words}), so this could not be searched. Nothing was thrown away. Close Orrery and put a backup of yours in place of data/orrery.db, or a copy that an upgrade left in data/backups; Settings › Diagnostics looks through it all.',
  'grant.otherFolder':
    'This request is not about the folder {path}. Allow it once, or for a folder it is about.',
  'grant.gone': 'This permission can no longer be given back. It is asked for again when it is needed.',
  'app.refused':
    'Orrery did not accept this request from its own window. Reload the window; if it happens again, the log says which request it was.',
  'memory.gone': 'This memory is not kept any more.',
  'memory.taken':
    'There is already a memory with the key “{key}” in this place. Choose another key, or change that one.',
  'memory.secret':
    'This holds a secret, or something that looks like one, so it was not kept: what is remembered is shown to models. Keep the value in the vault and its name here.',
  'memory.changedSince':
    'This was changed again since, so the earlier change cannot be undone. Each memory keeps all its versions.',
  'memory.notMemories':
    'This file holds no memories. Orrery reads JSONL: one JSON object a line, with "key" and "content". Nothing was imported.',
  'memory.answered': 'This proposal was answered already.',
  'memory.practice':
    'The Practice model is no AI and cannot tell what is worth remembering. Choose another model for this chat.',
  'memory.embeddingFailed':
    'Memories and pages could not be embedded, for a reason Orrery does not know. The log has the details; search goes by words meanwhile.',
  'memory.noList':
    '{model} did not answer with a list of facts. Try again, or choose another model for this chat.',
  'memory.nothingSaid': 'Nothing was said in this chat since it was last looked over.',
  'memory.lookStopped': 'Looking over this chat was stopped.',
  'memory.lookFailed': 'This chat could not be looked over. The log has the details.',
  'memory.lookTooSlow': '{model} took too long to look over this chat. Nothing was kept; try again.',
  'memory.noStore': 'There is no store “{store}” in this project. /memory list shows those there are.',
  'memory.noEntry':
    'There is no entry “{key}” in the store “{store}”. /memory entries {store} shows those there are.',
  'memory.storeTaken': 'There is already a store “{store}” in this project. Choose another name.',
  'memory.storeArchived': 'The store “{store}” was put away. It can be read, and nothing in it changes.',
  'memory.badLine': 'Line {line} has no key with words, or is too long.',
  'memory.secretLine': 'Line {line} holds something that looks like a secret.',
  'page.gone': 'This page is not kept any more.',
  'page.secret':
    'This looks like it holds a secret. Pages are given to models; keep secrets in the vault and write its name here.',
  'page.changedSince':
    'The page was changed again since, so this change cannot be taken back alone. Its history has every version.',
  'page.noFolder': 'This folder is not read into pages any more.',
  'page.noFile':
    'The file {file} cannot be read as a page just now. Your words are kept; look at the file and try again.',
  'page.noChange': 'This change is not kept any more, so it cannot be undone.',
  'memory.noChange': 'This change is not kept any more, so it cannot be undone.',
  'notes.secret':
    'This holds a secret, or something that looks like one, so it was not noted: notes are shown to models. Keep the value in the vault and its name here.',
  'notes.tooMany': 'A chat has at most {count} notes. Take one away first.',
  'script.nonePasted':
    'There is no workflow script on the clipboard. One has a line that begins with “export const meta”: copy it whole, then press Paste again.',
  'script.taken':
    'There is a script named {name} there already. Nothing was written. Give yours another name in its meta, or open that one and change it.',
  'script.changedOnDisk':
    'The script {name} has changed on the disk since it was read. Nothing was written. Look at it again before you replace it.',
  'script.noPlace':
    'There is something at {name}.js that cannot be read as a script. Nothing was written. Give yours another name in its meta, or look at that file.',
  'script.leadsOut':
    'The workflows folder of this project leads to another place, so {name} was not written. Save it under your own, or repair the folder.',
  'script.untrusted':
    'The code of this folder is not trusted, so nothing is added to it. Trust the folder in its chat, or save the script under your own.',
  'agent.changedOnDisk':
    'The file of {agent} has changed on the disk since you opened it. Nothing was written. Copy what you want to keep, then open it again.',
  'agent.taken': 'There is an agent named {agent} here already. Choose another name.',
  'agent.untrusted':
    'The code of this folder is not trusted, so none of its agents is changed. Trust the folder in its chat, or keep the agent among your own.',
  'agent.unknown': 'There is no agent named {agent} here. The agents are: {agents}.',
  'agent.unusable': 'The agent {agent} cannot be used.',
  'agent.mend': 'Repair or remove {file}.',
  'agent.unknownTool': '{key} ({file}) names {name}, and there is no such tool. The tools are: {tools}.',
  'agent.otherFamily':
    '{name} is of another kind than {before}, so it cannot speak on in its place. Let it begin anew, or with what came of the conversation.',
  'coordinator.replaced':
    'An agent of your own is named coordinator and stands in front of the one that comes with the app: {file}. Give it another name to use coordinator mode.',
  'fork.coordinator':
    'The coordinator does no work itself, so it is not copied. Turn coordinator mode off first, or give the work to an agent.',
  'coordinator.noBackground':
    'All who work for the coordinator do so in the background, and agents in the background are switched off. Switch them on in the settings, under Chats.',
  'fork.noBackground':
    'A fork works in the background, and agents in the background are switched off. Switch them on in the settings, under Chats.',
  'agent.noBackground':
    'Agents in the background are switched off. Switch them on in the settings, under Chats.',
  'agent.silent': 'The agent was stopped. Nothing was heard of it for {time}.',
  'agent.outOfTime': 'The agent was stopped. It had not finished after {time}.',
  'fork.nothing': 'Nothing was said in this chat yet that a fork could begin with.',
  'command.unknown': 'There is no command /{name}. Nothing was sent.',
  'command.near': 'Did you mean {names}?',
  'command.alone': '/{name} takes no other words and no pictures. Nothing was sent.',
  'command.asText': 'To send it as text, write //{name}.',
  'fork.empty': 'Write behind /fork what the fork is to do.',
  'agent.noChat': 'This is an agent, and no chat. Speak to it where its conversation is shown.',
  'agent.toldGone': 'What this agent was told is not known any more.',
  'agent.logGone': 'The log of this agent is not stored here any more.',
  'agent.giverGone': 'Who gives this work is not known any more.',
  'agent.notForChats':
    '{name} works for other agents and not in a chat. Choose another agent, or write "mode: primary" into its file.',
  'workflow.noRun':
    'There is no workflow run {id} here. Write its whole id, or the characters behind # beside its name in Workflows.',
  'workflow.noRunNamed':
    'There is no workflow run {id} here. The id of a run is the name of its folder in .orrery/workflow-runs; runs that are stored here are listed in Workflows.',
  'workflow.gist': 'The agent was told the gist of the chat “{title}”, from which its run was started.',
  'permission.readsUnasked':
    'Commands that only read inside the project, such as git status, run without asking. Settings › Permissions changes that.',
  'search.ripgrepReplaced':
    'The ripgrep that comes with Orrery is missing, so searches use {path}. If you did not expect this, install Orrery again.',
  'search.ripgrepMissing':
    'No ripgrep was found, so searching is slow. To mend it: {how}, then start Orrery again.',
  'search.ripgrepMissingHere':
    'No ripgrep was found, so searching is slow. To mend it, install the package ripgrep, then start Orrery again.',
  'search.ripgrepBroken':
    'The ripgrep at {path} does not work, so searching is slow. Install Orrery or ripgrep again.',
  'app.onlyLinks': 'Only links to the web and mail addresses can be opened.',
  'app.broken':
    'Something went wrong inside Orrery. Try again; if it happens again, the log says what it was.',
  'app.damaged':
    'A part of the database {place} is damaged, so this could not be read or stored; the rest still works. Close Orrery and put a backup of yours in its place, or a copy that an upgrade left in data/backups. Diagnostics in the settings says more.',
  'app.full':
    'This could not be stored: the disk is full or not writable. Everything stored before is safe. Free some space and try again.',
} as const

export type SentenceName = keyof typeof SENTENCES

type GapsIn<S extends string> = S extends `${string}{${infer Gap}}${infer Rest}` ? Gap | GapsIn<Rest> : never

/** The particulars a sentence needs. */
export type FactsOf<Name extends SentenceName> = {
  readonly [Gap in GapsIn<(typeof SENTENCES)[Name]>]: string
}

/** A sentence as data. The name is any text: what was stored may be of another version. */
export type Sentence = { readonly name: string; readonly facts: Readonly<Record<string, string>> }

/** True for a sentence as data, where anything may stand. */
export function isSentence(data: unknown): data is Sentence {
  return typeof data === 'object' && data !== null && 'name' in data && 'facts' in data
}

/** A sentence with its particulars. */
export function say<Name extends SentenceName>(
  name: Name,
  ...facts: keyof FactsOf<Name> extends never ? [] : [FactsOf<Name>]
): Sentence & { readonly name: SentenceName } {
  return { name, facts: facts[0] ?? {} }
}

/** Words for a window: in English, and as sentences it can say in its own language. Names and figures have none. */
export type Told = { readonly text: string; readonly said: readonly Sentence[] }

/** Sentences as words for a window. */
export function tell(...said: readonly (Sentence & { readonly name: SentenceName })[]): Told {
  return { text: englishOf(said), said }
}

/** The sentences one after the other, in the words of main. */
export function englishOf(said: readonly Sentence[]): string {
  const texts: Readonly<Record<string, string>> = SENTENCES
  const known = said.filter(({ name }) => Object.hasOwn(texts, name))
  return known.map(({ name, facts }) => filled(texts[name] ?? '', facts)).join(' ')
}
