-- No engine has written a checkpoint: a run resumes from the log, a workflow from its journal.
DROP TABLE run_checkpoints;
