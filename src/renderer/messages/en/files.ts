import type { Catalogue } from '../message.ts'

export const files = {
  'files.view': 'Sort by',
  'files.byRun': 'By run',
  'files.byFile': 'By file',
  'files.tree': 'Files changed',
  'files.treeHint': 'Enter shows the change, U takes it back, R makes it again.',
  'files.note': 'Undo touches only what agents and their commands changed here.',
  'files.commands':
    'What changed while a command ran counts as its change, also if somebody else saved it. What git ignores and what lies outside the project is not watched.',
  'files.byCommand': 'by a command',
  'files.interrupted': 'found after an interruption: by a command, or by somebody else since',
  'files.noCopies': 'This chat has no copies of its files, so there is nothing to undo here.',
  'files.used': 'Copies take {used} of {limit} in this project.',
  'files.released': {
    one: '{count} older copy was let go to stay within that; that change cannot be undone.',
    other: '{count} older copies were let go to stay within that; those changes cannot be undone.',
  },
  'files.undone': 'undone',
  'files.partlyUndone': 'partly undone',
  'files.wentOn': 'Went on without a message',
  'files.keptCopy': 'What you overwrote, kept {when}',
  'files.lines': 'Lines: {added} added, {removed} removed',

  'files.undo': 'Undo {name}',
  'files.redo': 'Redo {name}',
  'files.thisRun': 'this run',
  'files.everything': 'everything',

  'files.undoTitle': 'Undo: {name}',
  'files.redoTitle': 'Redo: {name}',
  'files.panel': 'Files to put back',
  'files.reach': 'What to undo',
  'files.reachRun': 'Only this run',
  'files.reachAfter': 'This run and everything after it',
  'files.nothingToUndo': 'There is nothing to undo: these files hold what they held before.',
  'files.nothingToRedo': 'There is nothing to redo.',
  'files.from': 'From what is there now to what will be there:',
  'files.did': 'What the agents changed',
  'files.since': 'What somebody else has changed since',
  'files.would': 'What would be there instead',
  'files.overwrite': 'Overwrite what is there now in {path}. It is kept first.',
  'files.doUndo': { one: 'Undo {count} file', other: 'Undo {count} files' },
  'files.doRedo': { one: 'Redo {count} file', other: 'Redo {count} files' },
  'files.cancel': 'Cancel',
  'files.undoThis': 'Undo',
  'files.redoThis': 'Redo',
  'files.putBack': { one: '{count} file was put back.', other: '{count} files were put back.' },
  'files.madeAgain': {
    one: 'The change to {count} file was made again.',
    other: 'The changes to {count} files were made again.',
  },
  'files.leftAloneShort': {
    one: '{count} file was left as it is.',
    other: '{count} files were left as they are.',
  },

  'files.act.restore': 'old content comes back',
  'files.act.delete': 'will be removed',
  'files.act.create': 'will be made again',
  'files.act.unchanged': 'is right already',
  'files.act.conflict': 'changed by someone else',
  'files.act.interrupted': 'found after an interruption',
  'files.act.refused': 'cannot be put back',

  'files.no.same': 'There is no difference.',
  'files.no.binary': 'This is no text, so there is no difference to show.',
  'files.no.too_many': 'So many files are shown without their differences. Choose one to see it.',
  'files.no.unavailable': 'What is needed to show this is not kept.',

  'files.obstacle.changed':
    'Somebody else has changed {path} since. Look at the difference before you overwrite it.',
  'files.obstacle.deleted': 'Somebody else has deleted {path} since. Choose it if you want it back.',
  'files.obstacle.appeared': 'Somebody else has made {path} since. Look at it before you overwrite it.',
  'files.obstacle.later':
    'An agent has changed {path} again since. Undo the later changes too, or overwrite them.',
  'files.obstacle.between':
    'Somebody else changed {path} between the changes of the agent. Going back over all of them would undo that too.',
  'files.obstacle.interrupted':
    'Orrery was closed while a command ran, and {path} was found changed at the next start. You may have changed it too: look at the difference before you overwrite it.',
  'files.obstacle.too_large':
    '{path} is too large by now for a copy to be kept, so it is left alone. Change it by hand.',
  'files.obstacle.not_kept': 'What {path} held was too large to be kept, so it cannot be put back.',
  'files.obstacle.not_seen':
    'A command changed {path}, and no copy of what it held had been kept, so it cannot be put back from here.',
  'files.obstacle.evicted':
    'What {path} held is no longer kept: older copies are let go to stay within the limit.',
  'files.obstacle.damaged': 'The copy of what {path} held cannot be read, so the file is left alone.',
  'files.obstacle.is_folder': 'There is a folder at {path} now. Move it away first.',
  'files.obstacle.is_link': '{path} is a link now and may lead elsewhere. Remove the link first.',
  'files.obstacle.is_special':
    'There is no ordinary file at {path} now but a device, pipe or socket. It is left alone.',
  'files.obstacle.way_changed':
    'A folder on the way to {path} is missing its drive, or is a link or a file by now. Put it back first.',
  'files.obstacle.denied':
    '{path} was left as it is: you may not write to it. Its copy stays kept. Allow writing to the file, then try again.',
  'files.obstacle.folder_denied':
    '{path} was left as it is: its folder takes no new files. Its copy stays kept. Allow writing to the folder, then try again.',
  'files.obstacle.read_only':
    '{path} was left as it is: its disk is read-only. Its copy stays kept. Make the disk writable, then try again.',
  'files.obstacle.busy': 'An agent is writing {path} at this moment. Try again when it is done.',
  'files.obstacle.disk_full': '{path} could not be changed: the disk is full. Free some space and try again.',
  'files.obstacle.failed': '{path} could not be changed. The log says why.',

  'files.rewindTitle': 'Go back to here',
  'files.rewindAsk': {
    one: 'Agents have changed {count} file since. The chat can go back alone, or take the file along.',
    other: 'Agents have changed {count} files since. The chat can go back alone, or take the files along.',
  },
  'files.rewindOnly': 'Only the chat',
  'files.rewindWith': {
    one: 'Go back and put {count} file back',
    other: 'Go back and put {count} files back',
  },
  'files.againAsk': {
    one: 'Agents have changed {count} file since the question. The other answer can start from the file as it is, or as it was.',
    other:
      'Agents have changed {count} files since the question. The other answer can start from the files as they are, or as they were.',
  },
  'files.againOnly': 'Leave files as they are',
  'files.againWith': {
    one: 'Put {count} file back and answer again',
    other: 'Put {count} files back and answer again',
  },
  'files.forwardAsk': {
    one: 'Since then {count} file was put back. The chat can go forward alone, or take the file along.',
    other: 'Since then {count} files were put back. The chat can go forward alone, or take the files along.',
  },
  'files.forwardWith': {
    one: 'Go forward and make the change to {count} file again',
    other: 'Go forward and make the changes to {count} files again',
  },
  'files.rewound': {
    one: 'The chat goes on from here and {count} file was put back. What came after is kept.',
    other: 'The chat goes on from here and {count} files were put back. What came after is kept.',
  },
  'files.along': { one: 'Also put {count} file back', other: 'Also put {count} files back' },
  'files.alongShow': 'Show them',
  'files.alongTitle': 'Send again and put files back',
  'files.alongChoose': {
    one: 'Put {count} file back when sending',
    other: 'Put {count} files back when sending',
  },

  'files.unfinished.rewind': {
    one: 'Orrery was closed while it put files back after going back in the chat. {done} of {count} file is back.',
    other:
      'Orrery was closed while it put files back after going back in the chat. {done} of {count} files are back.',
  },
  'files.unfinished.resend': {
    one: 'Orrery was closed while it put files back before sending a message again. {done} of {count} file is back; the message was not sent and is in the message box.',
    other:
      'Orrery was closed while it put files back before sending a message again. {done} of {count} files are back; the message was not sent and is in the message box.',
  },
  'files.unfinished.again': {
    one: 'Orrery was closed while it put files back before asking for another answer. {done} of {count} file is back; the answer was not asked for.',
    other:
      'Orrery was closed while it put files back before asking for another answer. {done} of {count} files are back; the answer was not asked for.',
  },
  'files.unfinished.visit': {
    one: 'Orrery was closed while it made changes to files again. {done} of {count} file is done.',
    other: 'Orrery was closed while it made changes to files again. {done} of {count} files are done.',
  },
  'branches.laterMessages': {
    one: '{count} later message is kept',
    other: '{count} later messages are kept',
  },
  'branches.laterKept': 'What came after this is kept',
  'branches.forward': 'Go forward',
  'branches.summaryKept': 'Read in full. The summary is kept',
  'branches.summaryAgain': 'Use the summary',
  'branches.open': 'Show all branches',
  'branches.title': 'Branches of this chat',
  'branches.none':
    'This chat has gone one way only. Go back to an answer, or send a message again in other words, and it has two.',
  'branches.hint': 'Enter goes to the end of a branch. Nothing is lost: you can always come back.',
  'branches.atStart': 'At the beginning',
  'branches.after': 'After: {text}',
  'branches.noWords': 'No words',
  'branches.shown': 'shown now',
  'branches.messages': { one: '{count} message', other: '{count} messages' },
  'branches.visited': 'You are on another branch of this chat.',

  'files.finish': 'Do the rest',
  'files.leave': 'Leave as it is',
} as const satisfies Catalogue
