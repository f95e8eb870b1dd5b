CREATE TABLE `credited_mailboxes` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `credited_mailboxes_expiry` ON `credited_mailboxes` (`expires_at`) WHERE expires_at is not null;