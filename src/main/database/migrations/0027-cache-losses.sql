-- What a request cost more because it missed the provider's cache for an avoidable reason, in US dollars. Null for requests
-- of before, whose misses were not priced.
ALTER TABLE model_requests ADD COLUMN lost REAL;
