/** Messages about failures at startup. No window can translate them then, so both languages are here. */
export const START_SENTENCES = {
  'db.held':
    'Another program holds the database {place}, so Orrery did not start. Nothing was changed. Close other copies of Orrery and programs that back up or look into the file, then start again.',
  'db.denied':
    'Orrery may not open {place} or write to it ({code}), so it did not start. Nothing was changed. See that the file and its folder are yours and not read-only, then start again.',
  'db.noSpace':
    'There is no space left on the disk for {place}, so Orrery did not start. Everything stored is safe. Free some space, then start again.',
  'db.diskFails':
    'The disk did not read or write {place} as it should ({code}), so Orrery did not start. The file was left as it was. See that the disk is connected and healthy, then start again.',
  'db.broken':
    'The database {place} is damaged, or is no database. It was left as it is. Move it away to start afresh, or put a backup of yours in its place, or a copy that an upgrade left in the backups folder.',
  'db.empty':
    'The database {place} is empty: it has zero bytes, as a power cut or a full disk can leave it. Orrery did not start, and the file was left as it is. Put a backup of yours in its place, or a copy from the backups folder. To start without your chats, move it away.',
  'home.inUse': 'Another Orrery uses this home. Wait until it has ended, then start again.',
  'home.inUseByRun': 'In use by orrery run (process {process}).',
  'home.windowClosed': 'The Orrery window that this command used has closed.',
  'home.inUseByWindow': 'In use by the Orrery window (process {process}).',
  'home.notFolder':
    'There is a file where Orrery needs a folder: {place}. Orrery did not start, and nothing was changed. Move the file away, then start again.',
  'db.stepFailed':
    'The tables could not be brought up to date (step {step}). The file was left as it was before this step; a copy lies in the backups folder.',
  'db.newer':
    'This database was written by a newer Orrery (tables version {version}, this one knows {newest}). Nothing was changed. Start the newer version, or use another ORRERY_HOME.',
} as const
