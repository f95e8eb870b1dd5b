CREATE TABLE `member_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`member` integer NOT NULL,
	`staff` integer NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL,
	`client_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_notes_client` ON `member_notes` (`member`,`staff`,`client_id`);