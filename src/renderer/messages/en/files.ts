import type { Catalogue } from '../message.ts'

export const files = {
  'files.view': 'Sort by',
  'files.byRun': 'By run',
  'files.byFile': 'By file',
  'files.tree': 'Files changed',
  'files.treeHint': 'Enter: view · U: undo · R: redo',
  'files.note': 'Undo affects only changes by agents and their commands.',
  'files.commands':
    'Changes by other programs while a command ran are included. Files that git ignores and files outside the project are not tracked.',
  'files.byCommand': 'by a command',
  'files.interrupted': 'found after an interruption: changed by a command or another program',
  'files.noCopies': 'This chat has no file copies, so nothing can be undone here.',
  'files.used': 'Copies take {used} of {limit} in this project.',
  'files.released': {
    one: '{count} older copy was deleted to stay within the limit; that change cannot be undone.',
    other: '{count} older copies were deleted to stay within the limit; those changes cannot be undone.',
  },
  'files.undone': 'undone',
  'files.partlyUndone': 'partly undone',
  'files.wentOn': 'Continued without a message',
  'files.keptCopy': 'Copy of what you overwrote, {when}',
  'files.lines': 'Lines: {added} added, {removed} removed',

  'files.undo': 'Undo {name}',
  'files.redo': 'Redo {name}',
  'files.thisRun': 'this run',
  'files.everything': 'everything',

  'files.undoTitle': 'Undo: {name}',
  'files.redoTitle': 'Redo: {name}',
  'files.panel': 'Files to restore',
  'files.reach': 'What to undo',
  'files.reachRun': 'Only this run',
  'files.reachAfter': 'This run and everything after it',
  'files.nothingToUndo': 'Nothing to undo: the files already have their earlier contents.',
  'files.nothingToRedo': 'Nothing to redo.',
  'files.from': 'Current → result:',
  'files.did': 'Changes by agents',
  'files.since': 'Changes by others since',
  'files.would': 'Result',
  'files.overwrite': 'Overwrite the current {path}. A copy is kept.',
  'files.doUndo': { one: 'Undo {count} file', other: 'Undo {count} files' },
  'files.doRedo': { one: 'Redo {count} file', other: 'Redo {count} files' },
  'files.cancel': 'Cancel',
  'files.undoThis': 'Undo',
  'files.redoThis': 'Redo',
  'files.putBack': { one: '{count} file restored.', other: '{count} files restored.' },
  'files.madeAgain': { one: 'Changes to {count} file redone.', other: 'Changes to {count} files redone.' },
  'files.leftAloneShort': {
    one: '{count} file was skipped.',
    other: '{count} files were skipped.',
  },

  'files.act.restore': 'restores the previous version',
  'files.act.delete': 'will be deleted',
  'files.act.create': 'will be created again',
  'files.act.unchanged': 'already correct',
  'files.act.conflict': 'changed by someone else',
  'files.act.interrupted': 'found after an interruption',
  'files.act.refused': 'cannot be restored',

  'files.no.same': 'No difference.',
  'files.no.binary': 'Not a text file, so there is no diff.',
  'files.no.too_many': 'Too many files to show every diff. Choose one to see it.',
  'files.no.unavailable': 'The copies needed for this diff are not stored.',

  'files.obstacle.changed':
    'Another program or person has changed {path} since. Check the diff before you overwrite it.',
  'files.obstacle.deleted': 'Another program or person has deleted {path} since. Select it to restore it.',
  'files.obstacle.appeared':
    'Another program or person has created {path} since. Check it before you overwrite it.',
  'files.obstacle.later':
    'An agent has changed {path} again since. Undo the later changes too, or overwrite them.',
  'files.obstacle.between':
    'Another program or person changed {path} between the changes of the agent. Undoing all of them would undo that change too.',
  'files.obstacle.interrupted':
    'Orrery was closed while a command ran, and {path} had changed at the next start. You may have changed it too: check the diff before you overwrite it.',
  'files.obstacle.too_large': '{path} is now too large to copy, so it was skipped. Change it by hand.',
  'files.obstacle.not_kept': 'The earlier version of {path} was too large to keep, so it cannot be restored.',
  'files.obstacle.not_seen':
    'A command changed {path}, and no earlier copy exists, so it cannot be restored from here.',
  'files.obstacle.evicted':
    'The earlier version of {path} is no longer stored: older copies are deleted to stay within the limit.',
  'files.obstacle.damaged': 'The copy of {path} cannot be read, so the file was skipped.',
  'files.obstacle.is_folder': 'There is a folder at {path} now. Move it away first.',
  'files.obstacle.is_link': '{path} is a link now and may lead elsewhere. Remove the link first.',
  'files.obstacle.is_special': '{path} is now a device, pipe or socket, so it was skipped.',
  'files.obstacle.way_changed':
    'A folder on the path to {path} is disconnected, or is now a link or a file. Restore it first.',
  'files.obstacle.denied':
    '{path} was left as it is: you may not write to it. Its copy is kept. Allow writing to the file, then try again.',
  'files.obstacle.folder_denied':
    '{path} was left as it is: its folder takes no new files. Its copy is kept. Allow writing to the folder, then try again.',
  'files.obstacle.read_only':
    '{path} was left as it is: its disk is read-only. Its copy is kept. Make the disk writable, then try again.',
  'files.obstacle.busy': 'An agent is writing {path} at this moment. Try again when it is done.',
  'files.obstacle.disk_full': '{path} could not be changed: the disk is full. Free some space and try again.',
  'files.obstacle.failed': '{path} could not be changed. The log says why.',

  'files.rewindTitle': 'Rewind to here',
  'files.rewindAsk': {
    one: 'Agents have changed {count} file since. You can rewind only the chat, or restore the file too.',
    other: 'Agents have changed {count} files since. You can rewind only the chat, or restore the files too.',
  },
  'files.rewindOnly': 'Chat only',
  'files.rewindWith': { one: 'Rewind and restore {count} file', other: 'Rewind and restore {count} files' },
  'files.againAsk': {
    one: 'Agents have changed {count} file since the question. The new answer can start from the current file or from the earlier one.',
    other:
      'Agents have changed {count} files since the question. The new answer can start from the current files or from the earlier ones.',
  },
  'files.againOnly': 'Keep files as they are',
  'files.againWith': {
    one: 'Restore {count} file and answer again',
    other: 'Restore {count} files and answer again',
  },
  'files.forwardAsk': {
    one: '{count} file was restored since. You can go forward only in the chat, or redo the change too.',
    other: '{count} files were restored since. You can go forward only in the chat, or redo the changes too.',
  },
  'files.forwardWith': {
    one: 'Go forward and redo changes to {count} file',
    other: 'Go forward and redo changes to {count} files',
  },
  'files.rewound': {
    one: 'Rewound to here and restored {count} file. Later messages are kept as a branch.',
    other: 'Rewound to here and restored {count} files. Later messages are kept as a branch.',
  },
  'files.along': { one: 'Also restore {count} file', other: 'Also restore {count} files' },
  'files.alongShow': 'Show them',
  'files.alongTitle': 'Send again and restore files',
  'files.alongChoose': {
    one: 'Restore {count} file when sending',
    other: 'Restore {count} files when sending',
  },

  'files.unfinished.rewind': {
    one: 'Orrery was closed while it restored files after a rewind. {done} of {count} file is restored.',
    other: 'Orrery was closed while it restored files after a rewind. {done} of {count} files are restored.',
  },
  'files.unfinished.resend': {
    one: 'Orrery was closed while it restored files before sending a message again. {done} of {count} file is restored; the message was not sent and is in the message box.',
    other:
      'Orrery was closed while it restored files before sending a message again. {done} of {count} files are restored; the message was not sent and is in the message box.',
  },
  'files.unfinished.again': {
    one: 'Orrery was closed while it restored files before asking for another answer. {done} of {count} file is restored; the answer was not asked for.',
    other:
      'Orrery was closed while it restored files before asking for another answer. {done} of {count} files are restored; the answer was not asked for.',
  },
  'files.unfinished.visit': {
    one: 'Orrery was closed while it redid changes to files. {done} of {count} file is done.',
    other: 'Orrery was closed while it redid changes to files. {done} of {count} files are done.',
  },
  'branches.laterMessages': { one: '{count} later message', other: '{count} later messages' },
  'branches.laterKept': 'Later messages are kept',
  'branches.forward': 'Go forward',
  'branches.summaryKept': 'Full chat in use. The summary is kept',
  'branches.summaryAgain': 'Use the summary',
  'branches.open': 'Show all branches',
  'branches.title': 'Branches of this chat',
  'branches.none':
    'This chat has one branch. Rewind to an answer, or edit and resend a message, to create another.',
  'branches.hint': 'Enter goes to the end of a branch. No branch is lost.',
  'branches.atStart': 'At the beginning',
  'branches.after': 'After: {text}',
  'branches.noWords': 'Empty message',
  'branches.shown': 'current',
  'branches.messages': { one: '{count} message', other: '{count} messages' },
  'branches.visited': 'Switched to another branch of this chat.',

  'files.finish': 'Finish',
  'files.leave': 'Leave as is',
  'handed.card': 'File {name}',
  'handed.kind.picture': 'Image',
  'handed.kind.text': 'Text',
  'handed.kind.document': 'Document',
  'handed.kind.other': 'File',
  'handed.open': 'Open',
  'handed.save': 'Save a copy…',
  'handed.reveal': 'Show in folder',
  'handed.preview': 'Preview',
  'handed.cut': 'Only the beginning is shown. Save a copy to see the rest.',
  'handed.saved': 'Saved as {name}',
} as const satisfies Catalogue
