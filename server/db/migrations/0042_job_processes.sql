CREATE TABLE `job_processes` (
	`id` text PRIMARY KEY NOT NULL,
	`beat` integer DEFAULT 0 NOT NULL,
	`beat_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_leased` ON `jobs` (`leased_by`) WHERE leased_by is not null;