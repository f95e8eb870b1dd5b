DROP INDEX `jobs_due`;--> statement-breakpoint
CREATE INDEX `jobs_next` ON `jobs` (`kind`,`run_at`) WHERE failed_at is null;