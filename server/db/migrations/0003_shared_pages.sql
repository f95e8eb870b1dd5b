DROP INDEX `ledger_once`;--> statement-breakpoint
ALTER TABLE `ledger` ADD `balance` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`reference`,`reason`,`user_id`);--> statement-breakpoint
DROP INDEX `messages_client`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`client_id`,`sender`);