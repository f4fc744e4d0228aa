/** Messages about chats, contexts, agents, memory and calls that no other file holds. */
export const GENERAL_SENTENCES = {
  'chat.boundsOfCommand':
    'Limits, rules and an answer schema hold for messages, not for slash commands. Leave them out, or write the task as a message.',
  'chat.gone': 'This chat is no longer stored here.',
  'context.gone': 'This context is no longer part of the chat.',
  'context.isActive': 'This context is active. Switch to another one first, then close it.',
  'context.isClosed': 'This context is closed. Start a new one with its agent.',
  'effort.noMessage': 'Write a message behind /{name}. The effort holds for its turn only.',
  'chat.noHistory': 'This chat has no history to continue from. Start a new one.',
  'chat.noProject': 'This chat belongs to no project.',
  'chat.busy': 'The agent is still running in this chat. Stop it first, or wait until it is done.',
  'chat.agentsBusy': 'Agents of this chat are still running or waiting for you. Stop them first.',
  'chat.noPlace': 'This message is no longer part of this chat. Open the chat again.',
  'files.notTouched': 'No agent of this chat has changed this file.',
  'chat.notDeleted': 'This chat is no longer in the bin.',
  'chat.midCall': 'A tool was being called here. Choose the message before it, or the one after its result.',
  'chat.notYours': 'Only your own messages can be edited and sent again.',
  'chat.nothingToSend': 'The message is empty. Write something, or leave it as it was.',
  'chat.noQuestion': 'There is nothing in this chat to answer yet.',
  'chat.nothingOpen': 'Everything in this chat is answered. Send a message to continue.',
  'chat.sent': 'This message has already been sent, so it can no longer be changed.',
  'chat.takenOut': 'This message was removed before it was sent.',
  'chat.answered': 'This request has already been answered.',
  'chat.cutNotAllowed': 'This change is too large to be shown whole, so it cannot be allowed.',
  'blob.gone': 'This attachment is no longer stored.',
  'blob.noPicture': 'This attachment is not a picture.',
  'attach.noFolder': '{name} was not attached: there is no such folder in the project.',
  'attach.binary': '{name} was not attached: it is neither text, a picture nor a PDF.',
  'plan.unreadable': 'This is no plan: it needs one to {most} steps, and each step needs words.',
  'plan.circle': 'The steps of this plan wait for each other in a circle, or for steps that are not there.',
  'plan.agents': 'Agents take on: {steps}',
  'plan.changedAround': 'Notified that the plan around this step has changed',
  'plan.couldNot': 'The step could not be done: {reason}',
  'plan.stepsFailed': 'Not every step could be done. What depends on one that failed was left out.',
  'plan.noDoer':
    'A step of this plan needs the agent {agent}, which does not exist here. Nothing was started.',
  'goal.empty': 'Write the goal after /goal.',
  'goal.coordinator':
    'The coordinator makes no plans for others to carry out. Give it the goal as a message, or turn coordinator mode off first.',
  'plan.step': 'Step {at} of {all}: {title}',
  'plan.begun':
    'A step you have changed has started meanwhile: {step}. Nothing was changed; check the plan again.',
  'plan.other': 'The plan of this chat has changed meanwhile. Nothing was changed; check it again.',
  'plan.nothing': 'No plan has steps left to do.',
  'chat.askerGone': 'The run that asked is gone. Send your message again.',
  'context.nothingSent': 'Nothing was sent in this chat yet. Look at what would be sent now instead.',
  'context.noInstructions': 'The instructions of the model of this chat are not stored here.',
  'context.instructionsTooLong':
    'The instructions are too long for {model}: {sizes} tokens, and {allowed} are allowed. Shorten AGENTS.md or the agent, or choose a model with a larger window.',
  'context.rulesShortened':
    '{path} is too long: {model} reads only its beginning. Shorten the file, or choose a model with a larger window.',
  'told.folders': 'Extra folders of this chat: {folders}.',
  'told.noFolders': 'This chat has no extra folders any more.',
  'told.rulesNested': 'Read the rules in {path}.',
  'told.rulesChanged': 'Read the changed rules in {path}.',
  'told.rulesGone': 'The rules file {path} is gone.',
  'told.filesChanged': 'These files changed on disk since they were read: {files}.',
  'context.late':
    'The disk did not answer within {seconds} seconds, so the model does not know about: {paths}. Once it answers, refresh the instructions in the inspector.',
  'snip.newest': 'Your latest message cannot be excluded. Send a new one first, or rewind to before it.',
  'snip.planAgain': 'Plan sent again, because its message was excluded',
  'snip.summarised': 'This part of the chat is summarised already: the model reads the summary in its place.',
  'snip.summarisedSince':
    'The chat was summarised since, without this part. Take the summary back first, and then put this back.',
  'compact.nothing': 'This chat is still short. There is nothing to compact.',
  'compact.wentOn':
    'The chat has continued since the summary. To read all of it again, rewind to the message before the summary.',
  'compact.tooSlow': '{model} took more than five minutes to write the summary. Nothing was changed.',
  'compact.filesAgain': 'Files reloaded after the summary: {files}',
  'compact.planAgain': 'Plan sent again after the summary',
  'side.nothing': 'Nothing was said in this chat yet.',
  'side.busy': 'A run of this chat is active. Ask again once it has ended.',
  'side.held': 'A limit is reached, so no model is asked. Raise the limit first.',
  'side.practice':
    'The Practice model is no AI and cannot sum up a chat. Choose another model for this chat.',
  'side.noRoom': 'The chat fills the window of its model. Compact it first.',
  'side.noAnswer': 'The model did not answer in the form that was asked for.',
  'side.stopped': 'The request was stopped.',
  'side.tooSlow': '{model} took more than two minutes to answer.',
  'compact.noModel': 'The model of this chat is no longer set up. Choose another one first.',
  'compact.overflowOff':
    'This chat has grown longer than {model} can read. Compact it, choose a model with a larger window, or start a new chat. Nothing was lost.',
  'compact.overflow':
    'This chat has grown longer than {model} can read, also after summarising it. Start a new chat, or choose a model with a larger window. Nothing was lost.',
  'compact.windowTooSmall':
    'The window set for {model}, {window} tokens, is too small: instructions and tools alone take {needed}, and the answer needs room too. Set a larger one for this model in Settings › Models, if its server can give it, or choose another model. Nothing was lost.',
  'compact.ollamaWindow':
    'Ollama gives each model a small window unless it is started with OLLAMA_CONTEXT_LENGTH=32768 or more.',
  'run.closedMeanwhile':
    'Orrery was closed during this run. Everything up to that moment is kept; send a message to continue.',
  'run.broke': 'The run failed unexpectedly. Your message is kept. See the log for details.',
  'run.endNotStored':
    'The end of this run could not be stored when it came. Everything up to that moment is kept.',
  'run.beingStopped': 'This run is being stopped, so the answer is no longer needed.',
  'run.unknown': '{run} is not registered.',
  'run.cannotGo': 'A run cannot go from {from} to {to}.',
  'run.tooManyTurns':
    'The run was ended after {count} model requests. Its work is kept; send a message to continue.',
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
  'run.fetchesRest': 'Connection lost. The partial answer was kept and continued below.',
  'run.fetchesRestOfSilent':
    'The server stopped sending here. The partial answer was kept and continued below.',
  'run.fetchesRestOfFailed':
    'The server ended the answer with an error here. The partial answer was kept and continued below.',
  'run.fellBack': '{model} could not answer, so {other} takes over for the rest of this run.',
  'run.pictureRefused':
    'The server of {model} refused a picture of this chat, so {model} reads only its name. Attach a smaller PNG or JPEG, or choose another model.',
  'run.adapted':
    'The server of {model} refused the form of a request: “{words}” Orrery sent the same in another form, and keeps to it.',
  'run.modelChanged':
    'The model changed from {before} to {after}. Messages and tool calls carry over, thinking does not.',
  'run.effortChanged': 'The effort changed from {before} to {after}.',
  'run.keyChanged': 'Requests to {provider} use another key from here on.',
  'run.keyMissing': 'The key for {provider} is no longer there. Add one in Settings › Models.',
  'run.noTools':
    '{model} takes no tools, so it can only talk here. Choose another model, or start its server with tool support (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice).',
  'run.noPictures':
    '{model} does not support images, so it received only their names. Choose another model to have them read.',
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
  'run.saidNothing': '{model} returned an empty answer. Try again, or choose another model.',
  'search.unavailable':
    'Search is not working just now; your chats are not affected. Try again in a moment, or start Orrery again.',
  'search.databaseDamaged':
    'The database orrery.db is damaged ({words}), so this could not be searched. Nothing was thrown away. Close Orrery and put a backup of yours in place of data/orrery.db, or a copy that an upgrade left in data/backups; Settings › Diagnostics checks all data.',
  'grant.otherFolder':
    'This request is not about the folder {path}. Allow it once, or for a folder it is about.',
  'grant.gone': 'This permission can no longer be restored. Agents ask again when they need it.',
  'app.refused':
    'Orrery did not accept this request from its own window. Reload the window; if it happens again, the log says which request it was.',
  'memory.gone': 'This memory is no longer stored.',
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
  'memory.nothingSaid': 'This chat has no new messages since the last scan.',
  'memory.lookStopped': 'The scan of this chat was stopped.',
  'memory.lookFailed': 'This chat could not be scanned. The log has the details.',
  'memory.lookTooSlow': '{model} took too long to scan this chat. Nothing was saved; try again.',
  'memory.noStore': 'There is no store “{store}” in this project. /memory list shows those there are.',
  'memory.noEntry':
    'There is no entry “{key}” in the store “{store}”. /memory entries {store} shows those there are.',
  'memory.storeTaken': 'There is already a store “{store}” in this project. Choose another name.',
  'memory.storeArchived': 'The store “{store}” is archived. It can be read, but not changed.',
  'memory.badLine': 'Line {line} has no key with words, or is too long.',
  'memory.secretLine': 'Line {line} holds something that looks like a secret.',
  'page.gone': 'This page is no longer stored.',
  'page.secret':
    'This looks like it holds a secret. Pages are given to models; keep secrets in the vault and write its name here.',
  'page.changedSince':
    'The page was changed again since, so this change cannot be taken back alone. Its history has every version.',
  'page.noFolder': 'This folder is no longer watched.',
  'page.noFile':
    'The file {file} cannot be read as a page just now. Your words are kept; look at the file and try again.',
  'page.noChange': 'This change is no longer stored, so it cannot be undone.',
  'memory.noChange': 'This change is no longer stored, so it cannot be undone.',
  'notes.secret':
    'This holds a secret, or something that looks like one, so it was not noted: notes are shown to models. Keep the value in the vault and its name here.',
  'notes.tooMany': 'A chat has at most {count} notes. Remove one first.',
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
  'statusLine.untrusted':
    'This folder is not trusted, so no status line command is drafted for it. Trust the folder in its chat first.',
  'agent.changedOnDisk':
    'The file of {agent} has changed on the disk since you opened it. Nothing was written. Copy what you want to keep, then open it again.',
  'agent.taken': 'There is an agent named {agent} here already. Choose another name.',
  'agent.untrusted':
    'The code of this folder is not trusted, so none of its agents is changed. Trust the folder in its chat, or keep the agent among your own.',
  'agent.unknown': 'There is no agent named {agent} here. The agents are: {agents}.',
  'agent.disabled': '{file} switches the agent {agent} off. Remove agents.{agent}.disabled to use it.',
  'agent.cannotDisable': '{file} cannot switch the agent {agent} off, because Orrery needs it. It stays on.',
  'agent.changesUnknown': '{file} changes the agent {agent}, and there is no such agent here.',
  'agent.unusable': 'The agent {agent} cannot be used.',
  'agent.mend': 'Repair or remove {file}.',
  'agent.unknownTool': '{key} ({file}) names {name}, and there is no such tool. The tools are: {tools}.',
  'agent.otherFamily':
    '{name} is of a different kind than {before}, so it cannot continue its conversation. Start it fresh, or with a summary of the conversation.',
  'coordinator.replaced':
    'An agent of your own is named coordinator and overrides the built-in one: {file}. Give it another name to use coordinator mode.',
  'fork.coordinator':
    'The coordinator does no work itself, so it is not copied. Turn coordinator mode off first, or give the work to an agent.',
  'coordinator.noBackground':
    'The coordinator needs background agents, and they are turned off. Turn them on in the settings, under Chats.',
  'fork.noBackground':
    'A fork works in the background, and background agents are turned off. Turn them on in the settings, under Chats.',
  'ultracode.noBackground':
    'The workflow of /ultracode works in the background, and background agents are turned off. Turn them on in the settings, under Chats.',
  'agent.noBackground': 'Background agents are turned off. Turn them on in the settings, under Chats.',
  'agent.silent': 'The agent was stopped after {time} without activity.',
  'agent.outOfTime': 'The agent was stopped because it had not finished after {time}.',
  'fork.nothing': 'This chat has no messages yet that a fork could start from.',
  'command.unknown': 'There is no command /{name}. Nothing was sent.',
  'command.notRun': '/{name} did not run. It is held in the queue.',
  'ultraplan.empty': 'Write the task after /ultraplan.',
  'workflow.nothingToResume': 'No run of /{name} in this project can be resumed. Nothing was started.',
  'command.near': 'Did you mean {names}?',
  'command.alone': '/{name} takes no other words and no pictures. Nothing was sent.',
  'command.asText': 'To send it as text, write //{name}.',
  'fork.empty': 'Write the task of the fork after /fork.',
  'agent.noChat': 'This is an agent, not a chat. Message it in its own conversation.',
  'agent.toldGone': 'The task of this agent is no longer stored.',
  'agent.logGone': 'The log of this agent is no longer stored here.',
  'agent.giverGone': 'The parent of this agent is no longer known.',
  'agent.notForChats':
    '{name} works for other agents and not in a chat. Choose another agent, or write "mode: primary" into its file.',
  'workflow.noRun':
    'There is no workflow run {id} here. Write its whole id, or the characters behind # beside its name in Workflows.',
  'workflow.noRunNamed':
    'There is no workflow run {id} here. The id of a run is the name of its folder in .orrery/workflow-runs; runs that are stored here are listed in Workflows.',
  'workflow.gist': 'The agent received a summary of the chat “{title}”, which started its run.',
  'permission.readsUnasked':
    'Commands that only read inside the project, such as git status, run without asking. Settings › Permissions changes that.',
  'search.ripgrepReplaced':
    'The ripgrep that comes with Orrery is missing, so searches use {path}. If you did not expect this, install Orrery again.',
  'search.ripgrepMissing':
    'No ripgrep was found, so searching is slow. To fix it: {how}, then start Orrery again.',
  'search.ripgrepMissingHere':
    'No ripgrep was found, so searching is slow. To fix it, install the package ripgrep, then start Orrery again.',
  'search.ripgrepBroken':
    'The ripgrep at {path} does not work, so searching is slow. Install Orrery or ripgrep again.',
  'app.windowKept':
    'Orrery keeps running. This desktop shows no tray icons, so the window stays. Quit Orrery to end it.',
  'app.onlyLinks': 'Only links to the web and mail addresses can be opened.',
  'app.broken':
    'Something went wrong inside Orrery. Try again. If it happens again, see the log for details.',
  'app.damaged':
    'A part of the database {place} is damaged, so this could not be read or stored; the rest still works. Close Orrery and put a backup of yours in its place, or a copy that an upgrade left in data/backups. Diagnostics in the settings says more.',
  'app.full':
    'This could not be stored: the disk is full or not writable. Everything stored before is safe. Free some space and try again.',
} as const
