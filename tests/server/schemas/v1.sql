BEGIN TRANSACTION;
CREATE TABLE decisions (
            number INTEGER,
            version INTEGER,
            seat INTEGER NOT NULL,
            message TEXT NOT NULL,
            steps TEXT NOT NULL,
            PRIMARY KEY (number, version)
        ) WITHOUT ROWID;
INSERT INTO "decisions" VALUES(1,0,15,'','15:6 15:3 15:0 15:0 15:4 15:4');
INSERT INTO "decisions" VALUES(1,6,0,'140518763312208-0','0:259 15:5 15:3 15:4 15:2 15:2');
INSERT INTO "decisions" VALUES(1,12,1,'','1:67 15:1 15:2');
INSERT INTO "decisions" VALUES(1,15,1,'','1:14 15:4 15:2 15:1 15:4 15:4');
INSERT INTO "decisions" VALUES(1,21,0,'140518763312208-1','0:387 15:1 15:4 15:3 15:3 15:1');
INSERT INTO "decisions" VALUES(1,27,1,'','1:4 15:2 15:3 15:2 15:2');
INSERT INTO "decisions" VALUES(1,32,1,'','1:64 15:2');
INSERT INTO "decisions" VALUES(1,34,1,'','1:3 15:2 15:1 15:5 15:0 15:3');
INSERT INTO "decisions" VALUES(1,40,0,'140518763312208-2','0:287 15:4 15:1 15:3 15:4 15:5');
INSERT INTO "decisions" VALUES(1,46,1,'','1:172 15:4');
INSERT INTO "decisions" VALUES(1,48,1,'','1:5 15:3 15:2 15:5 15:3 15:0');
INSERT INTO "decisions" VALUES(1,54,0,'140518763312208-3','0:313 15:5 15:3 15:1 15:5 15:2');
INSERT INTO "decisions" VALUES(1,60,1,'','1:70 15:2 15:2');
INSERT INTO "decisions" VALUES(1,63,1,'','1:18 15:1 15:2 15:5 15:4 15:3');
INSERT INTO "decisions" VALUES(1,69,0,'140518763312208-4','0:385');
INSERT INTO "decisions" VALUES(2,0,15,'','15:6 15:1 15:0 15:4 15:4 15:3');
CREATE TABLE guests (guest TEXT PRIMARY KEY, name TEXT NOT NULL, since_s INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "guests" VALUES('guest-of-v1','Anna',1795256243);
CREATE TABLE matches (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            table_name TEXT NOT NULL,
            game TEXT NOT NULL,
            rules INTEGER NOT NULL,
            seats INTEGER NOT NULL,
            options TEXT NOT NULL,
            salt_key BLOB NOT NULL,
            sitters TEXT,
            closed INTEGER NOT NULL,
            started_s INTEGER,
            ended_s INTEGER,
            ending TEXT
        );
INSERT INTO "matches" VALUES(1,'match-of-v1','table-of-v1','spilorcio',1,2,'{"loan": "reserve", "board": "short"}',X'80C5ADE53A7DCB171D081128C08E2F7D3880908D047FC08A4CEBDC46C64911A8','[{"guest":"guest-of-v1","name":"Anna","player":null,"left":false},{"guest":null,"name":"random","player":"random","left":false}]',0,1795256243,1795256243,'{"reason":"rules","returns":[0.0,1.0],"scores":[0.0,17.0]}');
INSERT INTO "matches" VALUES(2,'running-match-of-v1','running-table-of-v1','spilorcio',1,2,'{"loan": "reserve", "board": "short"}',X'50971DE002DAA085F1436A2C6CA9F7E37CB750C74A84C1095EFA100C067F8FA1','[{"guest":"guest-of-v1","name":"Anna","player":null,"left":false},{"guest":null,"name":"random","player":"random","left":false}]',0,1795256243,NULL,NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO "secrets" VALUES('tokens',X'950438BB2842B323A0D9BF28FEA6E797BFF1D5D202CAB5ADF7A24A4A6C048D3C');
CREATE TABLE sitters (
            guest TEXT,
            number INTEGER,
            seat INTEGER NOT NULL,
            PRIMARY KEY (guest, number)
        ) WITHOUT ROWID;
INSERT INTO "sitters" VALUES('guest-of-v1',1,0);
INSERT INTO "sitters" VALUES('guest-of-v1',2,0);
CREATE TABLE tables (name TEXT PRIMARY KEY, content TEXT NOT NULL, changed_s INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "tables" VALUES('running-table-of-v1','{"name":"running-table-of-v1","game":"spilorcio","seats":[{"guest":"guest-of-v1","name":"Anna","player":null,"left":false},{"guest":null,"name":"random","player":"random","left":false}],"options":{"loan":"reserve","board":"short"},"visibility":"open","host":"guest-of-v1","match":"running-match-of-v1","offers":[],"changed_s":1795256243}',1795256243);
INSERT INTO "tables" VALUES('table-of-v1','{"name":"table-of-v1","game":"spilorcio","seats":[{"guest":"guest-of-v1","name":"Anna","player":null,"left":false},{"guest":null,"name":"random","player":"random","left":false}],"options":{"loan":"reserve","board":"short"},"visibility":"open","host":"guest-of-v1","match":"match-of-v1","offers":[],"changed_s":1795256243}',1795256243);
CREATE INDEX tables_by_change ON tables (changed_s);
COMMIT;
PRAGMA user_version = 1;
