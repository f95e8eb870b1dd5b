CREATE INDEX `attempts_since` ON `attempts` (`since`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`failed_at`) WHERE failed_at is not null;